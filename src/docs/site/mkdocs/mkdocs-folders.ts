import { valueOfData } from "../../values/read-data.ts";
import {
  isText,
  listOf,
  memberOf,
  recordOf,
  type StaticValue,
  textOf,
} from "../../values/static-value.ts";
import { type FolderEntry, type FolderRules, isIndex } from "../folder-order.ts";
import { joined, nameOf } from "../paths.ts";

type Input = {
  folder: string;
  siteFiles: ReadonlyMap<string, string>;
  keyOf(path: string): string;
};

/** MkDocs' own order (index, then pages, then folders), and what `.pages` files say of a folder. */
export function folderRules({ siteFiles, keyOf }: Input): FolderRules {
  const read = new Map<string, StaticValue>();
  const pagesFile = (folder: string) => {
    const path = joined(folder, ".pages");
    const held = read.get(path) ?? valueOfData(siteFiles.get(path) ?? "", `${path}.yml`);
    read.set(path, held);
    return held;
  };
  return {
    keyOf,
    titleOf: (folder) => textOf(memberOf(pagesFile(folder), "title")) ?? titleOf(nameOf(folder)),
    arrange(folder, entries) {
      const file = pagesFile(folder);
      const shown = entries.filter(
        (entry) => !entry.isFolder || memberOf(pagesFile(entry.path), "hide") !== true,
      );
      const sorted = defaultOrder(shown, textOf(memberOf(file, "order")) === "desc");
      const nav = memberOf(file, "nav") ?? memberOf(file, "arrange");
      return Array.isArray(nav) ? inWrittenOrder(sorted, nav) : sorted;
    },
  };
}

function titleOf(name: string): string {
  const words = name.replaceAll(/[-_]/g, " ");
  return words === words.toLowerCase() ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

function defaultOrder(entries: FolderEntry[], isDescending: boolean): FolderEntry[] {
  const rank = (entry: FolderEntry) => (entry.isFolder ? 2 : Number(!isIndex(entry)));
  const direction = isDescending ? -1 : 1;
  return entries.toSorted((left, right) => {
    const byRank = rank(left) - rank(right);
    return byRank || (left.path < right.path ? -direction : direction);
  });
}

/** `...` stands for every entry that is not named. Where it is missing, entries that are not named are left out. */
function inWrittenOrder(entries: FolderEntry[], nav: StaticValue[]): FolderEntry[] {
  const byName = new Map(entries.map((entry) => [nameOf(entry.path), entry]));
  const written = nav.flatMap(writtenEntries);
  const named = new Set(written.map(({ name }) => name.replace(/\/$/, "")));
  return written.flatMap(({ name, title }): FolderEntry[] => {
    if (name.startsWith("...")) return entries.filter(({ path }) => !named.has(nameOf(path)));
    const entry = byName.get(name.replace(/\/$/, ""));
    return entry === undefined ? [] : [{ ...entry, title }];
  });
}

type WrittenEntry = { name: string; title: string | undefined };

/** `page.md`, `Title: page.md`, or a group of them, whose pages then stand in the folder itself. */
function writtenEntries(item: StaticValue): WrittenEntry[] {
  if (isText(item)) return [{ name: item.value, title: undefined }];
  return [...(recordOf(item) ?? [])].flatMap(([title, value]): WrittenEntry[] => {
    if (isText(value)) return [{ name: value.value, title }];
    return listOf(value).flatMap(writtenEntries);
  });
}
