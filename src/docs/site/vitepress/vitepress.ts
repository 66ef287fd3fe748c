import { once } from "../../../lib/once.ts";
import { plainAddress } from "../../tree/address.ts";
import { readStaticConfig } from "../../values/read-static-config.ts";
import {
  isText,
  listOf,
  memberOf,
  recordOf,
  type StaticValue,
  textOf,
  textsOf,
  unwrapCalls,
} from "../../values/static-value.ts";
import { listByName } from "../folder-order.ts";
import { globMatcher } from "../glob.ts";
import { guessLocales, type Locales, languageByFolder } from "../locale-folders.ts";
import { makeSite } from "../make-site.ts";
import {
  addressEntries,
  emptyNavigation,
  listedAs,
  listPage,
  type NavigationList,
} from "../navigation-list.ts";
import { below, cleanAddress, folderOf, joined, locate, nameOf } from "../paths.ts";
import { reportComputed, reportLeftOut } from "../report-computed.ts";
import { scriptEntries } from "../script-entries.ts";
import type { Generator, Site, SiteInput, SiteProblem } from "../site.ts";
import { readRewrites } from "./rewrites.ts";

const settings = /(?:^|\/)\.vitepress\/(?!theme\/|cache\/|dist\/)[\w./-]{1,300}\.(?:m?[jt]s|json)$/;
const maxSettings = 40;

export const vitepress: Generator = {
  name: "vitepress",
  isConfig: (path) => /(?:^|\/)\.vitepress\/config(?:\/index)?\.m?[jt]s$/.test(path),
  isCompanion: (path) => settings.test(path),
  settingsFolder: ".vitepress",
  unreadFolders: ["cache", "dist", "theme"],
  readEntries({ path, text }) {
    const root = /^(?:(.*)\/)?\.vitepress\//.exec(path);
    if (root === null || !/\.[cm]?[jt]s$/.test(path)) return undefined;
    return { root: root[1] ?? "", read: scriptEntries(text, { path, items: "id" }) };
  },
  read: readVitepress,
};

const byCode = "The sidebar is made by code, so pages are in folder order.";

function readVitepress(input: SiteInput): Site {
  const { paths, siteFiles, configPath } = input;
  const problems: SiteProblem[] = [];
  const files = new Map(
    [...siteFiles].filter(([path]) => settings.test(path)).slice(0, maxSettings),
  );
  const read = readStaticConfig(siteFiles.get(configPath) ?? "", configPath, files);
  const config = unwrapCalls(read);
  reportComputed(problems, config, "The configuration is made by code, so defaults are used.");
  const { folder } = locate(input.folder, textOf(memberOf(config, "srcDir")) ?? "");
  reportLeftOut(problems, memberOf(config, "srcExclude"));
  const excluded = globMatcher(textsOf(memberOf(config, "srcExclude")));
  const isPage = (path: string) => {
    const inside = below(folder, path);
    if (inside === undefined || !inside.endsWith(".md")) return false;
    // A name in brackets is a template that code fills with pages.
    return !/(?:^|\/)(?:node_modules|\.vitepress)\/|\[[\w.]+\]/.test(inside) && !excluded(inside);
  };
  const rewrite = readRewrites(memberOf(config, "rewrites"), problems);
  const keyOf = (path: string) => rewrite(below(folder, path) ?? path).replace(/\.md$/, "");
  const navigation = readNavigation(config, problems);
  if (navigation.listings.size === 0) {
    listByName(navigation, { paths: paths.filter(isPage), folder, keyOf });
  }
  const ending = memberOf(config, "cleanUrls") === true ? "" : ".html";
  const parts = [config, ...localeParts(config)];
  const links = parts.flatMap((part) => navLinks(memberOf(part, "themeConfig", "nav")));
  const bar = new Set(links.map((link) => plainAddress(link.replace(/[?#][\s\S]*$/, ""))));
  const locales = once(() => localesOf(config, paths.filter(isPage).map(keyOf)));
  return makeSite(input, {
    pageCode: "template",
    generator: "vitepress",
    label: "VitePress",
    slugStyle: "mdit-vue",
    layout: { roots: [folder], base: textOf(memberOf(config, "base")) ?? "" },
    problems,
    isFoundOtherwise: (_, address) => bar.has(address),
    // A name in brackets stands for pages that code makes.
    otherAddresses: (all) =>
      [...all].flatMap((path) => {
        const inside = /^(.*\/)?\[[\w.]+\]\.md$/.exec(path)?.[1] ?? "";
        const start = input.folder === "" ? 0 : input.folder.length + 1;
        return inside.length <= start ? [] : [`${inside.slice(start)}*`];
      }),
    isPage,
    languageOf: (path) => languageByFolder(locales(), keyOf(path)),
    entries: (known) => addressEntries(navigation, (address) => known.isAt(address)),
    place(path) {
      const key = keyOf(path);
      const isIndex = nameOf(key) === "index";
      const address = cleanAddress(isIndex ? joined(folderOf(key), "") : key);
      return {
        address: address === "" ? "" : `${address}${isIndex ? "/" : ending}`,
        ...listedAs(navigation, key),
        hidden: !isPage(path),
      };
    },
  });
}

/** Each language has a folder; the pages of `root` stand beside the folders. */
function localesOf(config: StaticValue, keys: string[]): Locales {
  const usual = textOf(memberOf(config, "lang"));
  const written = recordOf(memberOf(config, "locales"));
  if (written === undefined) return guessLocales(keys, usual);
  const byFolder = new Map(
    [...written].map(([name, held]) => {
      const folder = name === "root" ? "" : name.replace(/^\/|\/$/g, "");
      const own = textOf(memberOf(unwrapCalls(held), "lang"));
      return [folder, own ?? (folder || usual || "en")] as const;
    }),
  );
  return { byFolder, main: byFolder.has("") ? "" : ([...byFolder.keys()][0] ?? "") };
}

function localeParts(config: StaticValue): StaticValue[] {
  return [...(recordOf(memberOf(config, "locales"))?.values() ?? [])].map(unwrapCalls);
}

/** The sidebars of the site and of its languages, in the order in which the bar at the top leads to them. */
function readNavigation(config: StaticValue, problems: SiteProblem[]): NavigationList {
  const navigation = emptyNavigation();
  for (const part of [config, ...localeParts(config)]) {
    const theme = memberOf(part, "themeConfig");
    const sidebar = memberOf(theme, "sidebar");
    reportComputed(problems, part, byCode);
    reportComputed(problems, theme, byCode);
    if (reportComputed(problems, sidebar, byCode)) continue;
    listSidebar({ navigation, sidebar, nav: memberOf(theme, "nav"), problems });
  }
  return navigation;
}

type SidebarInput = {
  navigation: NavigationList;
  sidebar: StaticValue;
  nav: StaticValue;
  problems: SiteProblem[];
};

/** Lists the pages of a sidebar: one list, or a list for each path. */
function listSidebar({ navigation, sidebar, nav, problems }: SidebarInput): void {
  const visit = (value: StaticValue, base: string, section: string[]) => {
    reportComputed(problems, value, "A part of the sidebar is made by code and not known.");
    if (Array.isArray(value)) for (const item of value) visit(item, base, section);
    const record = recordOf(value);
    if (record === undefined) return;
    const inner = textOf(record.get("base")) ?? base;
    const title = textOf(record.get("text")) ?? "";
    const at = record.get("link");
    const key = isText(at) ? linkKey(inner, at.value) : undefined;
    if (isText(at) && key !== undefined) listPage(navigation, key, { section, title, at });
    visit(record.get("items"), inner, title === "" ? section : [...section, title]);
  };
  const byPath = recordOf(sidebar);
  if (byPath === undefined) {
    visit(sidebar, "", []);
    return;
  }
  const links = navLinks(nav);
  const rank = (path: string) => {
    const found = links.findIndex((link) => link.startsWith(path));
    return found === -1 ? links.length : found;
  };
  const ranked = [...byPath].map(([path, value]) => ({ value, rank: rank(path) }));
  for (const { value } of ranked.sort((left, right) => left.rank - right.rank)) {
    visit(value, "", []);
  }
}

const maxLinks = 500;

/** Links of the bar at the top, in order. */
function navLinks(nav: StaticValue): string[] {
  const links: string[] = [];
  const visit = (item: StaticValue) => {
    const link = textOf(memberOf(item, "link"));
    if (link !== undefined && links.length < maxLinks) links.push(link);
    for (const inner of listOf(memberOf(item, "items"))) visit(inner);
  };
  for (const item of listOf(nav)) visit(item);
  return links;
}

/** The page a link means, without ending; undefined for an address elsewhere. */
function linkKey(base: string, link: string): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(link)) return undefined;
  const path = `${base}/${link}`
    .replace(/[?#][\s\S]*$/, "")
    .replace(/\/{2,}/g, "/")
    .replace(/^(?:\.?\/)+/, "");
  if (path === "" || path.endsWith("/")) return `${path}index`;
  return path.replace(/\.(?:md|html)$/, "");
}
