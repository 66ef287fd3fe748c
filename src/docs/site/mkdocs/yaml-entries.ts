import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  type Scalar,
  visit as visitNodes,
  type YAMLSeq,
} from "yaml";
import type { ItemList, NavigationEntries, NavigationEntry, Range } from "../navigation-entry.ts";

const maxLength = 500_000;

/** The pages that the `nav` of mkdocs.yml lists, or the one of a `.pages` file. */
export function yamlEntries(text: string): NavigationEntries {
  if (text.length > maxLength) return { problem: "it is too long" };
  try {
    return read(text);
  } catch {
    return { problem: "it is not YAML that can be read here" };
  }
}

function read(text: string): NavigationEntries {
  const document = parseDocument(text, { logLevel: "silent", uniqueKeys: false });
  if (document.errors.length > 0) return { problem: "it is not YAML that can be read here" };
  const aliases = readAliases(document);
  if (aliases === undefined) return { problem: "an alias in it names nothing" };
  const entries: NavigationEntry[] = [];
  const { contents } = document;
  for (const pair of isMap(contents) ? contents.items : []) {
    const isNav = isScalar(pair.key) && (pair.key.value === "nav" || pair.key.value === "arrange");
    if (isNav && isSeq(pair.value)) visit({ text, entries, aliases }, pair.value, pair);
  }
  return { entries };
}

/** What each alias stands for, where that is a text; undefined when one stands for nothing. */
type Aliases = Map<Alias, string>;

function readAliases(document: Document): Aliases | undefined {
  const anchors = new Map<string, unknown>();
  const aliases: Aliases = new Map();
  let isSound = true;
  visitNodes(document, {
    Node(_key, node) {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.set(node.anchor, node);
        return;
      }
      isSound &&= anchors.has(node.source);
      const meant = anchors.get(node.source);
      if (isScalar(meant) && typeof meant.value === "string") aliases.set(node, meant.value);
    },
  });
  return isSound ? aliases : undefined;
}

type Walk = { text: string; entries: NavigationEntry[]; aliases: Aliases };

function visit(walk: Walk, list: YAMLSeq, above: Pair): void {
  const written = listOf(walk.text, list, above);
  for (const [index, item] of list.items.entries()) {
    const slot = { list: written, index };
    if (isScalar(item)) note(walk, item, slot);
    if (isAlias(item)) noteAlias(walk, item);
    if (!isMap(item)) continue;
    for (const pair of item.items) {
      const own = item.items.length === 1 ? slot : undefined;
      if (isScalar(pair.value)) note(walk, pair.value, own);
      if (isAlias(pair.value)) noteAlias(walk, pair.value);
      if (isSeq(pair.value)) visit(walk, pair.value, pair);
    }
  }
}

function note({ text, entries }: Walk, scalar: Scalar, slot: NavigationEntry["slot"]): void {
  const { value, range } = scalar;
  if (typeof value !== "string" || !range) return;
  const [start, end] = range;
  const mark = text[start];
  const write = (other: string) => writeLike(mark ?? "", other);
  const entry = { start, end, ...page, write };
  const isBlock = scalar.type?.startsWith("BLOCK") === true;
  if (!isBlock && scalar.anchor === undefined) {
    entries.push({ ...entry, value, slot });
    return;
  }
  const byHand = isBlock ? "is written as a block of lines" : "has an anchor that others may use";
  entries.push({ ...entry, value: value.trim(), slot: undefined, byHand });
}

const page = { role: "page", base: "", isListing: true } as const;

function noteAlias({ entries, aliases }: Walk, alias: Alias): void {
  const value = aliases.get(alias);
  if (value === undefined || !alias.range) return;
  const [start, end] = alias.range;
  const byHand = "stands here as an alias";
  const write = () => `*${alias.source}`;
  entries.push({ start, end, ...page, value: value.trim(), write, slot: undefined, byHand });
}

/** In the marks of the old text; without marks where YAML reads it back as the same. */
function writeLike(mark: string, value: string): string {
  if (mark === "'") return `'${value.replaceAll("'", "''")}'`;
  const isPlain =
    mark !== '"' && /^[A-Za-z][\w./-]*(?: [\w./-]+)*$/.test(value) && value.includes(".");
  return isPlain ? value : JSON.stringify(value);
}

function listOf(text: string, list: YAMLSeq, above: Pair): ItemList {
  const ranges = list.items.map((item) =>
    list.flow === true ? wholeOf(text, item) : rangeOf(item),
  );
  if (list.flow === true && list.range && ranges.every((range) => range !== undefined)) {
    const [start, end] = list.range;
    return { kind: "flow", open: start + 1, close: end - 1, items: ranges };
  }
  const key = isScalar(above.key) ? above.key.range : undefined;
  const colon = key ? text.indexOf(":", key[1]) : -1;
  const emptyAt = colon === -1 ? undefined : colon + 1;
  const items = ranges.map((range) => (list.flow === true ? undefined : linesOf(text, range)));
  return { kind: "block", items, emptyAt };
}

/** An item of a flow, with the braces around it if it has some. */
function wholeOf(text: string, item: unknown): Range | undefined {
  const range = isScalar(item) || isMap(item) || isSeq(item) ? item.range : undefined;
  const isMarked = isScalar(item) || isMap(item) || isSeq(item) ? (item.anchor ?? item.tag) : "";
  if (!range || isMarked !== undefined) return undefined;
  let end = range[1];
  while (/\s/.test(text.charAt(end - 1))) end -= 1;
  return { start: range[0], end };
}

/** From its first character to its last; of a section only where it begins. */
function rangeOf(item: unknown): Range | undefined {
  if (isScalar(item)) return item.range ? { start: item.range[0], end: item.range[1] } : undefined;
  const pair = isMap(item) && item.items.length === 1 ? item.items[0] : undefined;
  if (pair === undefined || !isScalar(pair.key) || !pair.key.range) return undefined;
  const value = isScalar(pair.value) ? pair.value.range : undefined;
  return value ? { start: pair.key.range[0], end: value[1] } : undefined;
}

/** The lines of `- item`, its comment included; undefined where something else stands on them. */
function linesOf(text: string, range: Range | undefined): Range | undefined {
  if (range === undefined) return undefined;
  const start = text.lastIndexOf("\n", range.start - 1) + 1;
  const lineBreak = text.indexOf("\n", range.end);
  const end = lineBreak === -1 ? text.length : lineBreak + 1;
  const isAlone =
    /^[ \t]*-[ \t]+$/.test(text.slice(start, range.start)) &&
    /^[ \t]*(?:#.*)?\r?\n?$/.test(text.slice(range.end, end));
  return isAlone ? { start, end } : undefined;
}
