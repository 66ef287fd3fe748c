import { docusaurusCollections } from "../site/docusaurus/docusaurus-collections.ts";
import { ignoreMatcher } from "../site/glob.ts";
import { below, locate } from "../site/paths.ts";
import type { PagePlace } from "../site/site.ts";
import {
  isCall,
  isComputed,
  listOf,
  memberOf,
  recordOf,
  textOf,
  unwrapCalls,
} from "../values/static-access.ts";
import type { StaticValue } from "../values/static-value.ts";
import { plainAddress } from "./addresses.ts";
import { isBelow } from "./docs-files.ts";
import type { FoundSite } from "./find-site.ts";

export type Listing = {
  /** Whether a page is in the navigation, or needs no place there. */
  lists(path: string, metadata: Record<string, unknown>, place: PagePlace): boolean;
};

const forMachines = /(?:^|\/)(?:404|skill|agents|claude)$/i;
const everything: Listing = { lists: () => true };

/** Where a part of the navigation is made by code, nobody can tell what is missing in it. */
export function pageListing(found: FoundSite): Listing {
  const { site } = found;
  if (site.generator === "plain" || site.problems.length > 0) return everything;
  const isLeftOut = leftOut(found);
  return {
    lists(path, metadata, place) {
      if (place.position !== undefined) return true;
      const address = plainAddress(place.address);
      if (address === "" || forMachines.test(address)) return true;
      return isLanding(metadata) || isLeftOut(path, address);
    },
  };
}

/** Pages without a sidebar: a start page, or one that hides itself there. */
function isLanding({ layout, template, sidebar, mode }: Record<string, unknown>): boolean {
  if (layout === "home" || template === "splash" || mode === "custom" || sidebar === false)
    return true;
  return typeof sidebar === "object" && sidebar !== null && Reflect.get(sidebar, "hidden") === true;
}

type LeftOut = (path: string, address: string) => boolean;

function leftOut(found: FoundSite): LeftOut {
  const { site, config, folder, siteFiles } = found;
  if (site.generator === "mkdocs") {
    const root = locate(folder, textOf(memberOf(config, "docs_dir")) ?? "docs").folder;
    const isNamed = ignoreMatcher(textOf(memberOf(config, "not_in_nav")) ?? "");
    const isMade = listsPatterns(memberOf(config, "nav"));
    const blog = blogFolder(config);
    return (path) => {
      const inside = below(root, path) ?? path;
      return isMade || isNamed(inside) || (blog !== undefined && isBelow(blog, inside));
    };
  }
  if (site.generator === "docusaurus") {
    const others = docusaurusCollections({ config, site: folder, siteFiles }).filter(
      ({ plugin }) => plugin.kind !== "docs",
    );
    return (path) => others.some((one) => one.includes(below(one.folder, path) ?? ""));
  }
  if (site.generator !== "vitepress") return () => false;
  const bar = barAddresses(config);
  return (_, address) => bar.has(address);
}

/** The blog plugin of Material for MkDocs lists posts itself. */
function blogFolder(config: StaticValue): string | undefined {
  for (const plugin of listOf(memberOf(config, "plugins"))) {
    if (plugin === "blog" || plugin === "material/blog") return "blog";
    const options = memberOf(plugin, "blog") ?? memberOf(plugin, "material/blog");
    const isNamed = recordOf(plugin)?.has("blog") || recordOf(plugin)?.has("material/blog");
    if (isNamed) return textOf(memberOf(options, "blog_dir")) ?? "blog";
  }
  return undefined;
}

/** Plugins of MkDocs take patterns in the `nav`. */
function listsPatterns(nav: StaticValue): boolean {
  if (typeof nav === "string") return nav.includes("*");
  if (Array.isArray(nav)) return nav.some(listsPatterns);
  return [...(recordOf(nav)?.values() ?? [])].some(listsPatterns);
}

/** Pages that VitePress' bar at the top leads to. */
function barAddresses(config: StaticValue): Set<string> {
  const addresses = new Set<string>();
  const visit = (item: StaticValue) => {
    if (isCall(item) || isComputed(item)) return;
    const link = textOf(memberOf(item, "link"));
    if (link !== undefined) addresses.add(plainAddress(link.replace(/[?#].*$/, "")));
    for (const inner of listOf(memberOf(item, "items"))) visit(inner);
  };
  const locales = [...(recordOf(memberOf(config, "locales"))?.values() ?? [])].map(unwrapCalls);
  for (const part of [config, ...locales]) {
    for (const item of listOf(memberOf(part, "themeConfig", "nav"))) visit(item);
  }
  return addresses;
}
