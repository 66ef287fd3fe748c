import { once } from "../../../lib/once.ts";
import { plainAddress } from "../../tree/address.ts";
import { valueOfData } from "../../values/read-data.ts";
import {
  isComputed,
  isText,
  listOf,
  memberOf,
  recordOf,
  type StaticValue,
  type Text,
  textOf,
  textsOf,
} from "../../values/static-value.ts";
import { listByName } from "../folder-order.ts";
import { ignoreMatcher } from "../glob.ts";
import { type JsonDialect, type JsonPlace, jsonEntries } from "../json-entries.ts";
import { makeSite } from "../make-site.ts";
import type { EntryRole } from "../navigation-entry.ts";
import { emptyNavigation, listPage, type NavigationList } from "../navigation-list.ts";
import {
  below,
  cleanAddress,
  findPrefix,
  folderOf,
  joined,
  locate,
  nameOf,
  withoutEnding,
} from "../paths.ts";
import { reportComputed } from "../report-computed.ts";
import type { Generator, KnownPages, Site, SiteInput, SiteProblem } from "../site.ts";
import { followReferences, partsOf, referencesIn } from "./follow-references.ts";
import { jsonNavigation } from "./json-navigation.ts";
import { mintlifyEditions } from "./mintlify-editions.ts";

const divisions = [
  ...["languages", "versions", "products", "tabs", "anchors", "dropdowns", "menu", "groups"],
  "pages",
];
const dialect: JsonDialect = { roleOf, isListing: (role) => role === "page" };

export const mintlify: Generator = {
  name: "mintlify",
  guidanceFolder: ".mintlify",
  isConfig,
  isOwn: isMintlifyConfig,
  isCompanion: (path) => nameOf(path) === ".mintignore",
  navigationNames,
  refersTo: referencesIn,
  readEntries({ path, text, siteFiles }) {
    if (isConfig(path)) return { root: folderOf(path), read: jsonEntries(text, dialect) };
    const part = partsOf(siteFiles, isConfig).get(path);
    return part && { root: part.root, read: jsonEntries(text, dialect, part) };
  },
  navigation: jsonNavigation,
  read: readMintlify,
};

const titleKeys = ["group", "tab", "anchor", "dropdown", "product", "item", "version"];
const notPublished = /^(?:README|LICENSE|CHANGELOG|CONTRIBUTING)\.mdx?$/i;
/** What is left out without being asked, as `.mintignore` would write it. */
const isLeftOut = ignoreMatcher(
  `node_modules/
build/
dist/
coverage/
tmp/
temp/
README.md
LICENSE.md
CHANGELOG.md
CONTRIBUTING.md`,
);

/** Not what is loaded into readers' browsers, nor what the host is told about the API. */
const shownNames =
  "$schema name title description navigation navbar footer footerSocials banner redirects tabs anchors topbarLinks topbarCtaButton topAnchor primaryTab versions search seo errors contextual feedback".split(
    " ",
  );

/** A file that the configuration takes in is a part of it, and mostly of the navigation. */
function navigationNames(path: string): readonly string[] | "all" | undefined {
  if (isConfig(path)) return shownNames;
  return path.endsWith(".json") ? "all" : undefined;
}

function isConfig(path: string): boolean {
  return /(?:^|\/)(?:docs|mint)\.json$/.test(path);
}

const holdsPages = new Set([...divisions, "navigation"]);
const isForReaders = new Set([...titleKeys, "name", "title", "label", "description"]);

function roleOf(value: string, { key, isInNavigation, isItem }: JsonPlace): EntryRole | undefined {
  if (isInNavigation && (key === "root" || (isItem && holdsPages.has(key)))) return "page";
  if (key === "url" && !value.startsWith("/")) return "folder";
  return value.startsWith("/") && !isForReaders.has(key) ? "link" : undefined;
}

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
  const config = followReferences(siteFiles, configPath);
  const navigation = readNavigation(config, configPath, problems);
  const stems = new Set(paths.map((path) => withoutEnding(below(folder, path) ?? "")));
  const prefix = findPrefix(navigation.listings.keys(), stems, unknown);
  const keyOf = (path: string) => joined(prefix, withoutEnding(below(folder, path) ?? path));
  const ignored = siteFiles.get(joined(folderOf(configPath), ".mintignore")) ?? "";
  const isIgnored = ignoreMatcher(ignored);
  const isPage = (path: string) => {
    const inside = below(folder, path);
    if (inside === undefined || !/\.mdx?$/i.test(inside)) return false;
    if (isIgnored(joined(prefix, inside))) return false;
    if (navigation.listings.has(keyOf(path))) return true;
    const names = inside.split("/");
    const isSnippet = names[0] === "snippets" || /^[_.]/.test(names.at(-1) ?? "");
    return !isSnippet && !notPublished.test(inside) && !isLeftOut(inside);
  };
  // A page that a navigation does not list is for those who know its address.
  const showsAll = textOf(memberOf(config, "seo", "indexing")) === "all";
  const listedOnly = navigation.listings.size > 0 && problems.length === 0 && !showsAll;
  if (navigation.listings.size === 0) {
    listByName(navigation, { paths: paths.filter(isPage), folder, keyOf });
  }
  const editionOf = once(() => mintlifyEditions(memberOf(config, "navigation")));
  return makeSite(input, {
    generator: "mintlify",
    label: "Mintlify",
    layout: { roots: [input.folder] },
    anchors: { isLoose: true },
    listedOnly,
    problems,
    otherAddresses: () => [
      ...listOf(memberOf(config, "redirects")).flatMap((one) => textsOf(memberOf(one, "source"))),
      ...apiFolders(config),
    ],
    isPage,
    edition: (path) => editionOf()(keyOf(path)),
    entries: (known) =>
      navigation.named.map(({ at }) => {
        const wanted = joined(input.folder, at.value.replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, ""));
        return { ...at, written: at.value, exists: isThere(known, wanted), wanted };
      }),
    nameInNavigation: ({ path }, like) =>
      (like.startsWith("/") ? "/" : "") +
      (below(input.folder, path) ?? path).replace(/\.mdx?$/i, ""),
    place(path, metadata) {
      const key = keyOf(path);
      const listing = navigation.listings.get(key);
      const own = metadata.sidebarTitle;
      return {
        address: cleanAddress(key.replace(/(^|\/)(?:index|readme)$/i, "")),
        position: listing?.position,
        section: listing?.section ?? [],
        title: listing?.title || (typeof own === "string" ? own : ""),
        hidden:
          !isPage(path) ||
          (listing === undefined
            ? listedOnly
            : listing.hidden && !showsAll && metadata.hidden !== false),
      };
    },
  });
}

function isThere({ isFile, isAt }: KnownPages, path: string): boolean {
  const bare = path.replace(/\.mdx?$/i, "");
  const files = [`${bare}.mdx`, `${bare}.md`, `${bare}/index.mdx`, `${bare}/index.md`, path];
  return files.some(isFile) || isAt(plainAddress(path));
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
  if (isText(value)) listEntry(navigation, value, above);
  const record = recordOf(value);
  if (record === undefined) return;
  const title = titleKeys.map((key) => textOf(record.get(key))).find((text) => text !== undefined);
  const isSearchable = record.get("searchable") === true;
  const hidden = record.get("hidden") === true ? !isSearchable : above.hidden && !isSearchable;
  const section = title === undefined ? above.section : [...above.section, title];
  const root = record.get("root");
  if (isText(root)) listEntry(navigation, root, { section: above.section, hidden }, title);
  for (const [key, held] of record) {
    if (divisions.includes(key)) walk(navigation, held, { section, hidden });
  }
}

/** `GET /users` is an operation of an API, and a text with a space before it names a description. */
const notPage = /^$|\s\/|^[a-z][a-z0-9+.-]*:|^\/\//i;

function listEntry(navigation: NavigationList, at: Text, above: Above, title?: string): void {
  if (notPage.test(at.value)) return;
  const key = withoutEnding(at.value.replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, ""));
  listPage(navigation, key, { ...above, title, at });
}
