import { type JsonNode, memberOf, readJsonText } from "../values/json-text.ts";
import {
  type EntryRole,
  type ItemList,
  isOtherMatter,
  type NavigationEntries,
  type NavigationEntry,
  roleOfKey,
  type Slot,
} from "./navigation-entry.ts";

/** What the strings of a kind of file mean. */
export type JsonDialect = {
  roleOf(value: string, place: JsonPlace): EntryRole | undefined;
  isListing(role: EntryRole): boolean;
};

export type JsonPlace = {
  /** The key it stands under, and whether that is in the navigation. */
  key: string;
  isInNavigation: boolean;
  /** It is an item of a list. */
  isItem: boolean;
};
type Place = JsonPlace & { slot: Slot | undefined };
type Walk = { text: string; shift: number; dialect: JsonDialect; entries: NavigationEntry[] };

/** Where the whole of a file stands: of its own, or as a part of another. */
export type JsonStart = { key: string; isInNavigation: boolean };

/** The strings of a JSON file that name pages, wherever in its groups, tabs and anchors they stand. */
export function jsonEntries(
  source: string,
  dialect: JsonDialect,
  start: JsonStart = { key: "", isInNavigation: false },
): NavigationEntries {
  const shift = source.startsWith("\uFEFF") ? 1 : 0;
  const root = readJsonText(source.slice(shift));
  if (root === undefined) return { problem: "it is not JSON that can be read here" };
  const walk: Walk = { text: source.slice(shift), shift, dialect, entries: [] };
  if (start.key === redirects) visitRedirects(walk, root);
  else visit(walk, root, { ...start, isItem: false, slot: undefined });
  return { entries: walk.entries };
}

function visit(walk: Walk, node: JsonNode, place: Place): void {
  if (node.kind === "string") note(walk, node, place);
  if (node.kind === "array") {
    const list = listOf(walk, node);
    for (const [index, item] of node.items.entries()) {
      visit(walk, item, { ...place, isItem: true, slot: { list, index } });
    }
  }
  if (node.kind !== "object") return;
  const isGroup = node.members.some(({ key }) => key === "items" || key === "pages");
  for (const [index, { key, value }] of node.members.entries()) {
    if (key === redirects) visitRedirects(walk, value);
    if (isOtherMatter(key)) continue;
    const isInNavigation = place.isInNavigation || key === "navigation";
    const isRoot = key === "root" && isInNavigation && value.kind === "string";
    const own = isRoot ? memberSlot(walk, node, index) : undefined;
    const isWhole = place.isItem && !isGroup && roleOfKey(key) !== undefined;
    const slot = own ?? (isWhole ? place.slot : undefined);
    visit(walk, value, { key, isInNavigation, isItem: false, slot });
  }
}

const redirects = "redirects";

/** A redirect goes on to its page wherever that moves; the address it stands for stays. */
function visitRedirects(walk: Walk, node: JsonNode): void {
  for (const item of node.kind === "array" ? node.items : []) {
    const to = memberOf(item, "destination");
    if (to?.kind !== "string" || !/^\/[^:*]*$/.test(to.value)) continue;
    const { value, start, end } = to;
    const range = { start: start + walk.shift, end: end + walk.shift };
    const known = { role: "link", base: "", isListing: false, slot: undefined } as const;
    walk.entries.push({ ...known, value, ...range, write: JSON.stringify });
  }
}

type Text = Extract<JsonNode, { kind: "string" }>;

function note(walk: Walk, { value, start, end }: Text, place: Place): void {
  // Operations such as "GET /users" are no pages.
  if (value === "" || /^[a-z][a-z0-9+.-]*:|^[A-Za-z]{3,7} \//i.test(value)) return;
  const role = walk.dialect.roleOf(value, place);
  if (role === undefined) return;
  const range = { start: start + walk.shift, end: end + walk.shift };
  const isListing = walk.dialect.isListing(role);
  walk.entries.push({
    role,
    value,
    ...range,
    base: "",
    isListing,
    write: JSON.stringify,
    slot: place.slot,
  });
}

function listOf({ shift }: Walk, node: Extract<JsonNode, { kind: "array" }>): ItemList {
  const items = node.items.map(({ start, end }) => ({ start: start + shift, end: end + shift }));
  return { kind: "flow", open: node.start + shift + 1, close: node.end + shift - 1, items };
}

/** The member with its key and one comma. Between two values of JSON stand only blanks, a comma and the next key. */
function memberSlot(
  { text, shift }: Walk,
  node: Extract<JsonNode, { kind: "object" }>,
  index: number,
): Slot {
  const end = node.members[index]?.value.end ?? 0;
  const previous = node.members[index - 1]?.value.end;
  const hasNext = node.members[index + 1] !== undefined;
  const range =
    previous === undefined
      ? { start: text.indexOf('"', node.start), end: hasNext ? text.indexOf('"', end) : end }
      : { start: previous, end };
  const items = [{ start: range.start + shift, end: range.end + shift }];
  return { list: { kind: "member", items }, index: 0 };
}
