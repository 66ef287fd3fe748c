import { posix } from "node:path";
import { once } from "../../../lib/once.ts";
import { valueOfData } from "../../values/read-data.ts";
import { readStaticConfig } from "../../values/read-static-config.ts";
import {
  isText,
  memberOf,
  recordOf,
  type StaticValue,
  textOf,
  unwrapCalls,
} from "../../values/static-value.ts";
import {
  type FolderRules,
  type FolderTree,
  findFolder,
  folderTree,
  listFolder,
  naturalOrder,
} from "../folder-order.ts";
import {
  emptyNavigation,
  listPage,
  type NamedPage,
  type NavigationList,
} from "../navigation-list.ts";
import { below, joined, nameOf, numberPrefix, withoutEnding, withoutNumber } from "../paths.ts";
import { reportComputed } from "../report-computed.ts";
import type { KnownPages, Site, SiteEntry, SiteProblem } from "../site.ts";
import { type Collection, findCollection, type Place } from "./docusaurus-collections.ts";
import { docIdOf, isFolderPage } from "./docusaurus-paths.ts";

type Files = { siteFiles: ReadonlyMap<string, string>; configPath: string };
type Reading = Files & {
  collections: Collection[];
  places: ReadonlyMap<string, Place | undefined>;
  problems: SiteProblem[];
};

/** The navigation of every collection of docs that has pages, one after the other. */
export function readNavigations(reading: Reading): Map<Collection, NavigationList> {
  const { collections, places, ...input } = reading;
  const pagesOf = Map.groupBy(places.keys(), (path) => places.get(path)?.collection);
  const navigations = new Map<Collection, NavigationList>();
  let next = 0;
  for (const collection of collections) {
    const pages = pagesOf.get(collection);
    if (collection.plugin.kind !== "docs" || pages === undefined) continue;
    const navigation = emptyNavigation(next);
    listSidebars({ ...input, navigation, collection, tree: folderTree(pages) });
    navigations.set(collection, navigation);
    next = navigation.next;
  }
  return navigations;
}

type Sidebars = Files & {
  collections: Collection[];
  navigations: ReadonlyMap<Collection, NavigationList>;
};

/** What sidebars say of pages, which they name by ids. Every version has sidebars of its own. */
export function sidebarFacts(
  sidebars: Sidebars,
): Pick<Site, "entries" | "navigationFile" | "nameInNavigation" | "entryId"> {
  const { collections, navigations } = sidebars;
  const docs = collections.filter(({ plugin }) => plugin.kind === "docs");
  const files = once(() => new Map(collections.map((one) => [one, sidebarsFile(one, sidebars)])));
  const fileOf = (collection: Collection) => files().get(collection);
  return {
    entries: (known) =>
      [...navigations].flatMap(([collection, { named }]) => entriesOf(collection, named, known)),
    navigationFile(path) {
      const place = findCollection(collections, path);
      return (place && fileOf(place.collection)) ?? sidebars.configPath;
    },
    nameInNavigation: ({ path }) =>
      (inFolders(collections, path)?.inside ?? path).replace(/\.mdx?$/i, ""),
    entryId(path, { id }, file) {
      const own = docs.filter((collection) => fileOf(collection) === file);
      const place = inFolders(own.length > 0 ? own : docs.slice(0, 1), path);
      return place && docIdOf(place.inside, place.collection.plugin.hasPrefixes, id);
    },
  };
}

function inFolders(collections: Collection[], path: string): Place | undefined {
  const collection = collections.find((one) => below(one.folder, path) !== undefined);
  return collection && { collection, inside: below(collection.folder, path) ?? path };
}

/** An id that is named twice is told once. */
function entriesOf(
  { folder, plugin }: Collection,
  named: NamedPage[],
  { pages }: KnownPages,
): SiteEntry[] {
  const ids = new Set<string>();
  for (const [path, { metadata }] of pages) {
    const inside = below(folder, path);
    if (inside === undefined) continue;
    ids.add(docIdOf(inside, plugin.hasPrefixes, metadata.id));
    ids.add(docIdOf(inside, plugin.hasPrefixes, undefined));
  }
  const once = new Map(named.toReversed().map(({ key, at }) => [key, at]));
  return [...once].toReversed().map(([id, { path, line }]) => {
    return { path, line, written: id, exists: ids.has(id), wanted: joined(folder, id) };
  });
}

type Input = Files & {
  navigation: NavigationList;
  collection: Collection;
  tree: FolderTree;
  problems: SiteProblem[];
};

const byCode = "The sidebars are made by code, so pages are in folder order.";

/** Lists a collection's pages as its sidebars do, or in folder order where there are none that can be read. */
function listSidebars(input: Input): void {
  const { navigation, collection, tree, problems } = input;
  const rules = rulesFor(collection, input.siteFiles);
  const list = (directory: string, section: string[]) => {
    const folder = findFolder(tree, collection.folder, directory);
    if (folder !== undefined) listFolder({ navigation, tree, rules }, folder, section);
  };
  const sidebars = readSidebars(input);
  const before = navigation.listings.size;
  if (!reportComputed(problems, sidebars, byCode)) {
    for (const sidebar of recordOf(sidebars)?.values() ?? []) {
      walk(sidebar, { navigation, section: [], list, problems });
    }
  }
  if (navigation.listings.size === before) list("", []);
}

function readSidebars({ collection, siteFiles, configPath, problems }: Input): StaticValue {
  const written = collection.sidebars;
  if (reportComputed(problems, written, byCode)) return undefined;
  const found = sidebarsFile(collection, { configPath, siteFiles });
  if (found === undefined) return undefined;
  return unwrapCalls(readStaticConfig(siteFiles.get(found) ?? "", found, siteFiles));
}

/** The sidebars of a collection, where they are a file of their own. */
function sidebarsFile(
  { sidebars }: Collection,
  { siteFiles, configPath }: Files,
): string | undefined {
  const name = textOf(sidebars);
  if (name === undefined) return undefined;
  const path = posix.join(posix.dirname(configPath), name);
  return [path, `${path}.js`, `${path}.ts`].find((file) => siteFiles.has(file));
}

type Walk = {
  navigation: NavigationList;
  section: string[];
  list(directory: string, section: string[]): void;
  problems: SiteProblem[];
};

function walk(value: StaticValue, at: Walk): void {
  reportComputed(at.problems, value, "A part of the sidebars is made by code and not known.");
  if (Array.isArray(value)) for (const item of value) walk(item, at);
  if (isText(value)) listDoc(value, at, "");
  const record = recordOf(value);
  if (record === undefined) return;
  const type = textOf(record.get("type"));
  const label = textOf(record.get("label")) ?? "";
  if (type === undefined) {
    for (const [title, items] of record) walk(items, { ...at, section: [...at.section, title] });
    return;
  }
  if (type === "doc" || type === "ref") listDoc(record.get("id"), at, label);
  if (type === "autogenerated") at.list(textOf(record.get("dirName")) ?? "", at.section);
  if (type !== "category") return;
  if (textOf(memberOf(record.get("link"), "type")) === "doc") {
    listDoc(memberOf(record.get("link"), "id"), at, label);
  }
  walk(record.get("items"), { ...at, section: label === "" ? at.section : [...at.section, label] });
}

function listDoc(at: StaticValue, { navigation, section }: Walk, title: string): void {
  if (!isText(at)) return;
  listPage(navigation, at.value.replace(/^version-[^/]{1,100}\//, ""), { section, title, at });
}

/** `_category_` files name and number folders; numbers before names order both pages and folders. */
function rulesFor(collection: Collection, siteFiles: ReadonlyMap<string, string>): FolderRules {
  const { hasPrefixes } = collection.plugin;
  const read = new Map<string, StaticValue>();
  const category = (folder: string) => {
    const held = read.get(folder) ?? readCategory(folder, siteFiles);
    read.set(folder, held);
    return held;
  };
  const bare = (name: string) => (hasPrefixes ? withoutNumber(name) : name);
  return {
    keyOf: (path) => docIdOf(below(collection.folder, path) ?? path, hasPrefixes, undefined),
    titleOf: (folder) => textOf(memberOf(category(folder), "label")) ?? bare(nameOf(folder)),
    arrange: (_, entries) => naturalOrder(entries),
    isFirst: ({ path, isFolder }) =>
      !isFolder && isFolderPage(below(collection.folder, path) ?? path),
    orderOf({ path, isFolder }) {
      const own = isFolder ? memberOf(category(path), "position") : undefined;
      if (typeof own === "number") return own;
      return hasPrefixes ? numberPrefix(withoutEnding(nameOf(path))).order : undefined;
    },
  };
}

function readCategory(folder: string, siteFiles: ReadonlyMap<string, string>): StaticValue {
  for (const ending of ["json", "yml", "yaml"]) {
    const path = joined(folder, `_category_.${ending}`);
    const text = siteFiles.get(path);
    if (text !== undefined) return valueOfData(text, path);
  }
  return null;
}
