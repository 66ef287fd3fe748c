import { valueOfData } from "../../values/read-data.ts";
import {
  isComputed,
  listOf,
  memberOf,
  recordOf,
  textOf,
  textsOf,
} from "../../values/static-access.ts";
import type { StaticValue } from "../../values/static-value.ts";
import { folderTree, listFolder, naturalOrder } from "../folder-order.ts";
import { makeSite } from "../make-site.ts";
import { emptyNavigation, listPage, type NavigationList } from "../navigation-list.ts";
import {
  below,
  cleanAddress,
  findPrefix,
  folderOf,
  joined,
  locate,
  nameOf,
  titleOfName,
  withoutEnding,
} from "../paths.ts";
import { reportComputed } from "../problems.ts";
import type { Generator, Site, SiteInput, SiteProblem } from "../site.ts";

export const mintlify: Generator = {
  isConfig: (path) => /(?:^|\/)(?:docs|mint)\.json$/.test(path),
  isOwn: isMintlifyConfig,
  read: readMintlify,
};

const titleKeys = ["group", "tab", "anchor", "dropdown", "product", "item", "version"];
const divisions = new Set([
  "languages",
  "versions",
  "products",
  "tabs",
  "anchors",
  "dropdowns",
  "menu",
  "groups",
  "pages",
]);
const notPublished = /^(?:README|LICENSE|CHANGELOG|CONTRIBUTING)\.mdx?$/i;

/** A `docs.json` may be anything; Mintlify's has a navigation or names its schema. */
function isMintlifyConfig(path: string, text: string): boolean {
  if (path.endsWith("mint.json") || text.slice(0, 500).includes("mintlify")) return true;
  const navigation = memberOf(valueOfData(text, path), "navigation");
  return Array.isArray(navigation) || navigation instanceof Map;
}

function readMintlify(input: SiteInput): Site {
  const { paths, siteFiles, configPath } = input;
  const problems: SiteProblem[] = [];
  const { folder, unknown } = locate(folderOf(configPath), "");
  const config = valueOfData(siteFiles.get(configPath) ?? "", configPath);
  const navigation = readNavigation(config, configPath, problems);
  const stems = new Set(paths.map((path) => withoutEnding(below(folder, path) ?? "")));
  const prefix = findPrefix(navigation.listings.keys(), stems, unknown);
  const keyOf = (path: string) => joined(prefix, withoutEnding(below(folder, path) ?? path));
  const isPage = (path: string) => {
    const inside = below(folder, path);
    if (inside === undefined || !/\.mdx?$/i.test(inside)) return false;
    if (navigation.listings.has(keyOf(path))) return true;
    const names = inside.split("/");
    const isSnippet = names[0] === "snippets" || /^[_.]/.test(names.at(-1) ?? "");
    return !isSnippet && !notPublished.test(inside);
  };
  if (navigation.listings.size === 0) {
    const tree = folderTree(paths.filter(isPage));
    const titleOf = (path: string) => titleOfName(nameOf(path));
    const arrange = (_: string, entries: Parameters<typeof naturalOrder>[0]) =>
      naturalOrder(entries);
    listFolder({ navigation, tree, rules: { keyOf, titleOf, arrange } }, folder, []);
  }
  return makeSite(input, {
    generator: "mintlify",
    label: "Mintlify",
    config,
    layout: { roots: [input.folder] },
    anchors: { isLoose: true },
    problems,
    otherAddresses: () => [
      ...listOf(memberOf(config, "redirects")).flatMap((one) => textsOf(memberOf(one, "source"))),
      ...apiFolders(config),
    ],
    isPage,
    place(path, metadata) {
      const key = keyOf(path);
      const listing = navigation.listings.get(key);
      const own = metadata.sidebarTitle;
      return {
        address: cleanAddress(key.replace(/(^|\/)index$/, "")),
        position: listing?.position,
        section: listing?.section ?? [],
        title: listing?.title || (typeof own === "string" ? own : ""),
        hidden: (listing?.hidden ?? false) || !isPage(path),
      };
    },
  });
}

/** Pages made of API descriptions have a folder of their own. */
function apiFolders(config: StaticValue): string[] {
  const folders: string[] = [];
  const visit = (value: StaticValue, depth: number) => {
    if (depth > 20) return;
    for (const item of listOf(value)) visit(item, depth + 1);
    for (const [key, held] of recordOf(value) ?? []) {
      if (key === "openapi" || key === "asyncapi") {
        folders.push(`${textOf(memberOf(held, "directory")) ?? "api-reference"}/*`);
      }
      visit(held, depth + 1);
    }
  };
  visit(config, 0);
  return [...new Set(folders)];
}

function readNavigation(
  config: StaticValue,
  path: string,
  problems: SiteProblem[],
): NavigationList {
  const navigation = emptyNavigation();
  reportComputed(problems, config, "This file is not valid JSON, so pages are in folder order.");
  walk(navigation, memberOf(config, "navigation"), { section: [], hidden: false });
  if (navigation.listings.size === 0 && !isComputed(config)) {
    const message = "The navigation lists no pages, so they are in folder order.";
    problems.push({ path, line: 1, message });
  }
  return navigation;
}

type Above = { section: string[]; hidden: boolean };

function walk(navigation: NavigationList, value: StaticValue, above: Above): void {
  if (Array.isArray(value)) for (const item of value) walk(navigation, item, above);
  if (typeof value === "string") listEntry(navigation, value, above);
  const record = recordOf(value);
  if (record === undefined) return;
  const title = titleKeys.map((key) => textOf(record.get(key))).find((text) => text !== undefined);
  const hidden = above.hidden || record.get("hidden") === true;
  const section = title === undefined ? above.section : [...above.section, title];
  const root = textOf(record.get("root"));
  if (root !== undefined) listEntry(navigation, root, { section: above.section, hidden }, title);
  for (const [key, held] of record) {
    if (divisions.has(key)) walk(navigation, held, { section, hidden });
  }
}

/** Operations such as "GET /users" and addresses elsewhere are not pages. */
function listEntry(navigation: NavigationList, entry: string, above: Above, title?: string): void {
  if (/^[A-Za-z]{3,7} \/|^[a-z][a-z0-9+.-]*:|^$/.test(entry)) return;
  const key = withoutEnding(entry.replace(/^(?:\.?\/)+|\/+$/g, ""));
  listPage(navigation, key, { ...above, title });
}
