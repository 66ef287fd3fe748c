import {
  cleanTitle,
  listPage,
  type NavigationList,
  placeOf,
  type Zone,
  zoneSize,
} from "./navigation-list.ts";
import { folderOf, isIndexName, joined, nameOf, titleOfName, withoutEnding } from "./paths.ts";

export type FolderEntry = { path: string; isFolder: boolean; title?: string | undefined };
/** Files and folders by the folder they stand in. */
export type FolderTree = ReadonlyMap<string, FolderEntry[]>;

export type FolderRules = {
  /** What the navigation knows a page by. */
  keyOf(path: string): string;
  /** Title of a folder as a group of the navigation. */
  titleOf(folder: string): string;
  arrange(folder: string, entries: FolderEntry[]): FolderEntry[];
  /** Number of an entry within its folder. Left out: pages have no say in their order. */
  orderOf?(entry: FolderEntry): number | undefined;
  /** The page that stands for its folder, before all others. Left out: index or README. */
  isFirst?(entry: FolderEntry): boolean;
};

const collator = new Intl.Collator("en", { numeric: true });
const maxSteps = 500;

export function folderTree(paths: Iterable<string>): FolderTree {
  const tree = new Map<string, FolderEntry[]>([["", []]]);
  for (const path of paths) {
    entriesOf(tree, folderOf(path)).push({ path, isFolder: false });
  }
  return tree;
}

/** Index first, then by name, where 2 comes before 10. */
export function naturalOrder(entries: FolderEntry[]): FolderEntry[] {
  const named = entries.map((entry) => ({ entry, name: withoutEnding(nameOf(entry.path)) }));
  named.sort((left, right) => {
    const first = Number(isIndex(right.entry)) - Number(isIndex(left.entry));
    return first || collator.compare(left.name, right.name);
  });
  return named.map(({ entry }) => entry);
}

export function isIndex(entry: FolderEntry): boolean {
  return !entry.isFolder && isIndexName(withoutEnding(nameOf(entry.path)));
}

/** Lists every page below a folder as names order them; folders are groups. */
export function listByName(
  navigation: NavigationList,
  {
    paths,
    folder = "",
    ...rules
  }: { paths: Iterable<string>; folder?: string } & Partial<FolderRules>,
): void {
  const usual: FolderRules = {
    keyOf: (path) => path,
    titleOf: (path) => titleOfName(nameOf(path)),
    arrange: (_, entries) => naturalOrder(entries),
  };
  listFolder({ navigation, tree: folderTree(paths), rules: { ...usual, ...rules } }, folder, []);
}

type Listed = {
  navigation: NavigationList;
  tree: FolderTree;
  rules: FolderRules;
};

/** Lists every page below a folder in the order of its rules. */
export function listFolder(listed: Listed, folder: string, section: string[]): void {
  const { navigation, tree, rules } = listed;
  const entries = rules.arrange(folder, tree.get(folder) ?? []);
  if (rules.orderOf === undefined) {
    for (const entry of entries) listEntry(listed, entry, section);
    return;
  }
  const isFirst = rules.isFirst ?? isIndex;
  for (const entry of entries.filter(isFirst)) listEntry(listed, entry, section);
  const zone: Zone = { start: navigation.next, steps: [] };
  let extra = 0;
  const rest = entries.filter((entry) => !isFirst(entry));
  for (const { entry, order } of numbered(rest, rules.orderOf)) {
    navigation.next = zone.start + placeOf(order) + extra;
    const before = navigation.next;
    listEntry(listed, entry, section, zone);
    if (!entry.isFolder) continue;
    extra += navigation.next - before;
    if (zone.steps.length < maxSteps) zone.steps.push({ order, extra });
  }
  navigation.next = zone.start + zoneSize + extra;
  for (const entry of rest) {
    if (orderOf(entry, rules.orderOf) === undefined) listEntry(listed, entry, section, zone);
  }
}

function entriesOf(tree: Map<string, FolderEntry[]>, folder: string): FolderEntry[] {
  const held = tree.get(folder);
  if (held !== undefined) return held;
  const entries: FolderEntry[] = [];
  tree.set(folder, entries);
  entriesOf(tree, folderOf(folder)).push({ path: folder, isFolder: true });
  return entries;
}

function listEntry(listed: Listed, entry: FolderEntry, section: string[], zone?: Zone): void {
  const { navigation, rules } = listed;
  if (!entry.isFolder) {
    const place = { section, title: entry.title, ...(zone === undefined ? {} : { zone }) };
    listPage(navigation, rules.keyOf(entry.path), place);
    return;
  }
  const title = cleanTitle(entry.title ?? rules.titleOf(entry.path));
  listFolder(listed, entry.path, title === "" ? section : [...section, title]);
}

type OrderOf = (entry: FolderEntry) => number | undefined;

function numbered(entries: FolderEntry[], own: OrderOf) {
  return entries
    .flatMap((entry) => {
      const order = orderOf(entry, own);
      return order === undefined ? [] : [{ entry, order }];
    })
    .sort((left, right) => left.order - right.order);
}

function orderOf(entry: FolderEntry, own: OrderOf): number | undefined {
  const order = own(entry);
  return order === undefined || !Number.isFinite(order) ? undefined : order;
}

/** The folder that a written path means, below `root`; undefined when there is none. */
export function findFolder(tree: FolderTree, root: string, written: string): string | undefined {
  const folder = joined(root, written.replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, "").replace(/^\.$/, ""));
  return tree.has(folder) ? folder : undefined;
}
