import { once } from "../../../lib/once.ts";
import { createSlugger } from "../../page/slug.ts";
import { readStaticConfig } from "../../values/read-static-config.ts";
import {
  isCall,
  isText,
  listOf,
  memberOf,
  recordOf,
  type StaticValue,
  type Text,
  textOf,
  unwrapCalls,
} from "../../values/static-value.ts";
import { findFolder, folderTree, listFolder, naturalOrder } from "../folder-order.ts";
import { guessLocales, type Locales, languageByFolder } from "../locale-folders.ts";
import { makeSite } from "../make-site.ts";
import {
  addressEntries,
  emptyNavigation,
  listPage,
  type NavigationList,
  positionOf,
} from "../navigation-list.ts";
import {
  below,
  cleanAddress,
  folderOf,
  joined,
  locate,
  nameOf,
  routesIn,
  withoutEnding,
} from "../paths.ts";
import { reportComputed } from "../report-computed.ts";
import { scriptEntries } from "../script-entries.ts";
import type { Generator, Site, SiteInput, SiteProblem } from "../site.ts";

export const starlight: Generator = {
  name: "starlight",
  isConfig: (path) => /(?:^|\/)astro\.config\.[cm]?[jt]s$/.test(path),
  isOwn: (_, text) => text.includes("starlight"),
  readEntries({ path, text }) {
    if (!/\.[cm]?[jt]s$/.test(path)) return undefined;
    return { root: folderOf(path), read: scriptEntries(text, { path, items: "slug" }) };
  },
  read: readStarlight,
};

function readStarlight(input: SiteInput): Site {
  const { paths, siteFiles, configPath } = input;
  const problems: SiteProblem[] = [];
  const read = readStaticConfig(siteFiles.get(configPath) ?? "", configPath, siteFiles);
  const config = unwrapCalls(read);
  reportComputed(problems, config, "The configuration is made by code, so defaults are used.");
  const { folder } = locate(folderOf(configPath), "src/content/docs");
  const isPage = (path: string) => {
    const inside = below(folder, path);
    return inside !== undefined && /\.mdx?$/i.test(inside) && !nameOf(inside).startsWith("_");
  };
  const pages = paths.filter(isPage);
  const slugs = new Map(pages.map((path) => [path, slugOf(below(folder, path) ?? path)]));
  const options = starlightOptions(config);
  const navigation = readNavigation({ options, pages, folder, slugs, problems });
  const isInFiles = textOf(memberOf(config, "build", "format")) === "file";
  const bare = textOf(memberOf(config, "trailingSlash")) === "never" ? "" : "/";
  const ending = isInFiles ? ".html" : bare;
  const languages = languagesOf(options).filter((language) => language !== "root");
  const insideOf = (path: string) => below(folder, path) ?? path;
  const locales = once(() => localesOf(options, pages.map(insideOf)));
  return makeSite(input, {
    generator: "starlight",
    label: "Starlight (Astro)",
    layout: {
      roots: [folder],
      base: textOf(memberOf(config, "base")) ?? "",
      languages,
    },
    links: { followsAddresses: true, isStrict: problems.length === 0 },
    mdx: { comments: false, headingIds: false },
    addressNeeds: "front-matter",
    problems,
    otherAddresses: (all) => [
      ...(recordOf(memberOf(config, "redirects"))?.keys() ?? []),
      ...routesIn(joined(input.folder, "src/pages"), "", all),
    ],
    isPage,
    languageOf: (path) => languageByFolder(locales(), insideOf(path)),
    entries: ({ isAt }) =>
      addressEntries(navigation, (address) =>
        ["", ...languages].some((language) => isAt(joined(language, address))),
      ),
    place(path, metadata) {
      const own = textOfUnknown(metadata.slug);
      const slug = own ?? slugs.get(path) ?? slugOf(below(folder, path) ?? path);
      const address = cleanAddress(slug).replace(/(?:^|\/)index$|\/$/, "");
      const isTop = address === "" && !isInFiles;
      return {
        address: isTop ? "" : `${address || "index"}${ending}`,
        ...placeIn(navigation, address, metadata),
        hidden: !isPage(path) || metadata.draft === true,
      };
    },
  });
}

function languagesOf(options: StaticValue): string[] {
  return [...(recordOf(memberOf(options, "locales"))?.keys() ?? [])];
}

/** Each language has a folder; the pages of `root` stand beside the folders. */
function localesOf(options: StaticValue, insides: string[]): Locales {
  const main = textOf(memberOf(options, "defaultLocale"));
  const written = recordOf(memberOf(options, "locales"));
  if (written === undefined) return guessLocales(insides, main);
  const byFolder = new Map(
    [...written].map(([name, held]) => {
      const folder = name === "root" ? "" : name;
      const tag = textOf(memberOf(held, "lang")) ?? (folder || "en");
      return [folder, tag] as const;
    }),
  );
  return { byFolder, main: main === undefined || main === "root" ? "" : main };
}

function starlightOptions(config: StaticValue): StaticValue {
  const integrations = listOf(memberOf(config, "integrations"));
  const call = integrations.find((item) => isCall(item) && item.name === "starlight");
  return call === undefined ? undefined : unwrapCalls(call);
}

type NavigationInput = {
  options: StaticValue;
  pages: string[];
  folder: string;
  slugs: ReadonlyMap<string, string>;
  problems: SiteProblem[];
};

/** The sidebar is the same in every language; each language has its pages in a folder of its own. */
function readNavigation(input: NavigationInput): NavigationList {
  const { options, pages, folder, slugs, problems } = input;
  const navigation = emptyNavigation();
  const languages = languagesOf(options);
  const others = languages.filter((language) => language !== "root");
  const prefixes = languages.length > 0 && !languages.includes("root") ? others : ["", ...others];
  const sidebar = memberOf(options, "sidebar");
  const message = "The sidebar is made by code, so pages are in folder order.";
  const isKnown = !reportComputed(problems, sidebar, message) && Array.isArray(sidebar);
  const rules = { ...folderRules, keyOf: (path: string) => slugs.get(path) ?? path };
  for (const prefix of prefixes) {
    const own = prefix === "" ? pages.filter((path) => !isIn(folder, others, path)) : pages;
    const tree = folderTree(own);
    const list = (directory: string, section: string[]) => {
      const found = findFolder(tree, joined(folder, prefix), directory);
      if (found !== undefined) listFolder({ navigation, tree, rules }, found, section);
    };
    if (isKnown) walk(sidebar, { navigation, prefix, section: [], list, problems });
    if (!isKnown) list("", []);
  }
  return navigation;
}

const folderRules = {
  titleOf: (folder: string) => nameOf(folder),
  arrange: (_: string, entries: Parameters<typeof naturalOrder>[0]) => naturalOrder(entries),
  orderOf: () => undefined,
};

function isIn(folder: string, languages: string[], path: string): boolean {
  const first = (below(folder, path) ?? "").split("/", 1)[0] ?? "";
  return languages.includes(first);
}

type Walk = {
  navigation: NavigationList;
  prefix: string;
  section: string[];
  list(directory: string, section: string[]): void;
  problems: SiteProblem[];
};

function walk(value: StaticValue, at: Walk): void {
  reportComputed(at.problems, value, "A part of the sidebar is made by code and not known.");
  if (Array.isArray(value)) for (const item of value) walk(item, at);
  if (isText(value)) listSlug(value, at, "");
  const record = recordOf(value);
  if (record === undefined) return;
  const label = textOf(record.get("label")) ?? "";
  const slug = [record.get("slug"), record.get("link")].find(isText);
  if (slug !== undefined) listSlug(slug, at, label);
  const section = label === "" ? at.section : [...at.section, label];
  const directory = textOf(memberOf(record.get("autogenerate"), "directory"));
  if (directory !== undefined) at.list(directory, section);
  walk(record.get("items"), { ...at, section });
}

function listSlug(slug: Text, { navigation, prefix, section }: Walk, title: string): void {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(slug.value)) return;
  const bare = cleanAddress(slug.value.replace(/[?#][\s\S]*$/, "")).replace(/\/$/, "");
  const key = bare === "index" ? "" : bare;
  listPage(navigation, joined(prefix, key), { section, title });
  navigation.named.push({ key, at: slug });
}

/** As Astro names the entry of a file: each part of the path slugged, a folder standing for its index. */
function slugOf(inside: string): string {
  const parts = withoutEnding(inside).split("/");
  const slug = parts.map((part) => createSlugger()(part)).join("/");
  return slug.replace(/(^|\/)index$/, "");
}

function placeIn(navigation: NavigationList, slug: string, metadata: Record<string, unknown>) {
  const listing = navigation.listings.get(slug);
  const sidebar = metadata.sidebar;
  const own: Record<string, unknown> =
    typeof sidebar === "object" && sidebar !== null ? { ...sidebar } : {};
  const title = listing?.title || (textOfUnknown(own.label) ?? "");
  const section = listing?.section ?? [];
  if (listing?.zone === undefined) return { position: listing?.position, section, title };
  if (own.hidden === true) return { position: undefined, section, title };
  return { position: positionOf(listing, own.order), section, title };
}

function textOfUnknown(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
