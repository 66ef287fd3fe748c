import type { TextEdit } from "../edit/text-edit.ts";

/**
 * How a string of the navigation names something: a page by its path below `root`, a page by its id or slug, a page by
 * its address, or a folder.
 */
export type EntryRole = "page" | "id" | "slug" | "link" | "folder";

/** A string that stands in a navigation file as it is. */
export type NavigationEntry = {
  role: EntryRole;
  value: string;
  /** Where the literal stands, marks included. */
  start: number;
  end: number;
  /** What relative links are put behind; "" for none. */
  base: string;
  /** The literal for another value, in the same kind of marks. */
  write(value: string): string;
  /** It lists the page for readers to find; else it is a link that could as well lead elsewhere. */
  isListing: boolean;
  /** The item of a list that goes when its page goes; undefined when more than the page would go with it. */
  slot: Slot | undefined;
  /** It stands in a bar at the top or the bottom of all pages, which names a few of them. */
  isInBar?: boolean;
  /** Why nobody but a person may change it, as the rest of a sentence. */
  byHand?: string;
};

export type Slot = { list: ItemList; index: number };

/** A list as it is written. `items`: where each stands; for a block, its whole lines. */
export type ItemList =
  | FlowList
  /** `emptyAt`: where the mark of an empty list goes when none of its lines is left. */
  | { kind: "block"; items: (Range | undefined)[]; emptyAt: number | undefined }
  /** A member of an object, with its comma. */
  | { kind: "member"; items: Range[] };

export type FlowList = { kind: "flow"; open: number; close: number; items: Range[] };
export type Range = { start: number; end: number };

/** What was read of a file; `problem`: why nothing could be. */
export type NavigationEntries = { entries: NavigationEntry[] } | { problem: string };

/** Key of a property or member to what its text means; undefined: a text that names nothing. */
export function roleOfKey(key: string): EntryRole | undefined {
  if (key === "id" || key === "docId") return "id";
  if (key === "slug") return "slug";
  if (["link", "to", "href", "url"].includes(key)) return "link";
  return key === "dirName" || key === "directory" ? "folder" : undefined;
}

/** What stands below these is about former addresses, or about no page at all. */
export function isOtherMatter(key: string): boolean {
  return /redirect|rewrites|customProps|keywords|tags/i.test(key);
}

/** The edits that take items out of one list, commas and formatting in order; undefined when that is not safe. */
export function removeItems(
  text: string,
  list: ItemList,
  removed: ReadonlySet<number>,
): TextEdit[] | undefined {
  if (list.kind === "member") return list.items.map((range) => ({ ...range, text: "" }));
  if (list.kind === "block") return removeLines(list, removed);
  if (!isBlank(text, list)) return removeAroundComments(text, list, removed);
  const { open, close, items } = list;
  if (removed.size === items.length) return [{ start: open, end: close, text: "" }];
  const edits: TextEdit[] = [];
  for (let first = 0; first < items.length; first += 1) {
    if (!removed.has(first)) continue;
    let last = first;
    while (removed.has(last + 1)) last += 1;
    edits.push(removeRun(items, first, last));
    first = last;
  }
  return edits;
}

type Block = Extract<ItemList, { kind: "block" }>;

/** Whether nothing but the items and their commas stands in the list: no comment. */
function isBlank(text: string, { open, close, items }: FlowList): boolean {
  let at = open;
  for (const item of [...items, { start: close, end: close }]) {
    if (!/^[\s,]*$/.test(text.slice(at, item.start))) return false;
    at = item.end;
  }
  return true;
}

/** With the comma that follows, or with the one before when they are the last. */
function removeRun(items: Range[], first: number, last: number): TextEdit {
  const [start = 0, end = 0] = [items[first]?.start, items[last]?.end];
  const next = items[last + 1];
  if (next !== undefined) return { start, end: next.start, text: "" };
  return { start: items[first - 1]?.end ?? start, end, text: "" };
}

/** Each by itself, so that comments stay. A comma that is left over at the end is fine in a script. */
function removeAroundComments(
  text: string,
  { items }: FlowList,
  removed: ReadonlySet<number>,
): TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  for (const index of removed) {
    const item = items[index];
    const comma = item && /^\s*,[ \t]*/.exec(text.slice(item.end, item.end + 200))?.[0];
    if (item === undefined || (comma === undefined && index < items.length - 1)) return undefined;
    edits.push({ ...wholeLine(text, item.start, item.end + (comma?.length ?? 0)), text: "" });
  }
  return edits;
}

/** The line as a whole when nothing else stands on it. */
function wholeLine(text: string, start: number, end: number): Range {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const rest = /^[ \t]*\r?\n/.exec(text.slice(end, end + 200))?.[0];
  const isAlone = text.slice(lineStart, start).trim() === "" && rest !== undefined;
  return isAlone ? { start: lineStart, end: end + rest.length } : { start, end };
}

function removeLines(
  { items, emptyAt }: Block,
  removed: ReadonlySet<number>,
): TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  for (const index of removed) {
    const range = items[index];
    if (range === undefined) return undefined;
    edits.push({ ...range, text: "" });
  }
  if (removed.size < items.length) return edits;
  if (emptyAt === undefined) return undefined;
  return [...edits, { start: emptyAt, end: emptyAt, text: " []" }];
}
