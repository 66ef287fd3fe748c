import { posix } from "node:path";
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type Scalar,
  visit as visitNodes,
  type YAMLSeq,
} from "yaml";
import { readYaml } from "../../values/read-yaml.ts";
import type { NavigationFormat, NavigationGroup, NewEntry } from "../navigation.ts";
import type { ItemList, NavigationEntries, NavigationEntry, Range } from "../navigation-entry.ts";
import { folderOf } from "../paths.ts";

const maxLength = 500_000;

/** The `nav` of `mkdocs.yml`. */
export const mkdocsNavigation: NavigationFormat = {
  isFile: (path) => /(?:^|\/)mkdocs\.ya?ml$/.test(path),
  root: (path, text) => posix.join(folderOf(path), mkdocsFolder(text)).replace(/^\.$/, ""),
  nameOf: (inside) => inside,
  groups: mkdocsGroups,
  add: addToMkdocsNavigation,
};

function mkdocsGroups(text: string): NavigationGroup[] {
  return sectionsIn(text).map(({ title, list }) => ({ title, pages: pagesOf(list) }));
}

/** A new line after the last one of its section. A `nav` written in one line is left alone. */
function addToMkdocsNavigation(text: string, entry: NewEntry): string | undefined {
  const sections = sectionsIn(text);
  const top = sections[0];
  if (top === undefined) return undefined;
  const line = `${yamlText(entry.title)}: ${yamlText(entry.page)}`;
  const wanted = entry.group?.trim().toLowerCase();
  const named = sections.find((section) => section.title.trim().toLowerCase() === wanted);
  if (named !== undefined) return append(text, named.list, [line]);
  if (wanted !== undefined) {
    return append(text, top.list, [`${yamlText(entry.group?.trim() ?? "")}:`, `  - ${line}`]);
  }
  const near = sections.find((section) => pagesOf(section.list).includes(entry.near ?? ""));
  return append(text, (near ?? top).list, [line]);
}

/** The folder of the pages, as mkdocs.yml names it. */
function mkdocsFolder(text: string): string {
  const named = /^docs_dir:[ \t]*["']?([^"'#\r\n]{1,200})/m.exec(text)?.[1]?.trim();
  return (named ?? "docs").replace(/^\.\/|(?<!\/)\/+$/g, "");
}

/** A list of the navigation: its title, and the key that it is the value of. */
type NavList = { title: string; list: YAMLSeq; above: Pair };

/** Every list below `nav`, or below the `arrange` of a `.pages` file, those around others first. */
function listsOf({ contents }: Document): NavList[] {
  const lists: NavList[] = [];
  const visit = (above: Pair, title: string) => {
    if (!isSeq(above.value)) return;
    lists.push({ title, list: above.value, above });
    for (const item of above.value.items) {
      for (const pair of isMap(item) ? item.items : []) visit(pair, String(pair.key));
    }
  };
  for (const pair of isMap(contents) ? contents.items : []) {
    if (isScalar(pair.key) && /^(?:nav|arrange)$/.test(String(pair.key.value))) visit(pair, "");
  }
  return lists;
}

/** undefined when the text is too long, or no YAML. */
function parsed(text: string): Document | undefined {
  if (text.length > maxLength) return undefined;
  const document = readYaml(text);
  return document.errors.length > 0 ? undefined : document;
}

function sectionsIn(text: string): NavList[] {
  const document = parsed(text);
  return document === undefined ? [] : listsOf(document);
}

function pagesOf({ items }: YAMLSeq): string[] {
  return items
    .flatMap((item) => (isMap(item) ? item.items.map(({ value }) => value) : [item]))
    .flatMap((value) => (isScalar(value) ? [String(value.value)] : []));
}

function append(text: string, list: YAMLSeq, lines: string[]): string | undefined {
  const last = list.items.at(-1);
  if (list.flow || !(isMap(last) || isScalar(last)) || !last.range) return undefined;
  const lineStart = text.lastIndexOf("\n", last.range[0]) + 1;
  const mark = /^[ \t]*-[ \t]+/.exec(text.slice(lineStart, last.range[0] + 1))?.[0];
  if (mark === undefined) return undefined;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const indent = " ".repeat(mark.length);
  const added = lines.map((line, index) => (index === 0 ? mark : indent) + line).join(eol);
  const content = text.slice(0, last.range[1]).trimEnd();
  const end = text.indexOf("\n", content.length);
  if (end === -1) return `${text.trimEnd()}${eol}${added}${eol}`;
  return `${text.slice(0, end + 1)}${added}${eol}${text.slice(end + 1)}`;
}

/** Plain where YAML reads it back as the same text, else quoted. */
function yamlText(text: string): string {
  const isPlain =
    /^[A-Za-z][\w ./()-]*$/.test(text) && !/ $|^(?:true|false|null|yes|no|on|off)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

/** The strings in the lists that name pages. */
export function yamlEntries(text: string): NavigationEntries {
  const document = parsed(text);
  if (document === undefined)
    return { problem: "it is too long, or not YAML that can be read here" };
  const aliases = readAliases(document);
  if (aliases === undefined) return { problem: "an alias in it names nothing" };
  const walk: Walk = { text, entries: [], aliases };
  for (const { list, above } of listsOf(document)) {
    const written = itemsOf(text, list, above);
    for (const [index, item] of list.items.entries()) {
      const slot = { list: written, index };
      noteValue(walk, item, slot);
      const pairs = isMap(item) ? item.items : [];
      for (const { value } of pairs) noteValue(walk, value, pairs.length === 1 ? slot : undefined);
    }
  }
  for (const value of redirectsIn(document)) {
    const { length } = walk.entries;
    note(walk, value, undefined);
    for (const entry of walk.entries.slice(length)) entry.isListing = false;
  }
  return { entries: walk.entries.sort((one, other) => one.start - other.start) };
}

/** The pages that the redirects plugin leads to; the former addresses stay, whatever moves. */
function redirectsIn({ contents }: Document): Scalar[] {
  const plugins = memberOf(contents, "plugins");
  const maps = (isSeq(plugins) ? plugins.items : [plugins]).map((plugin) =>
    memberOf(memberOf(plugin, "redirects"), "redirect_maps"),
  );
  return maps
    .flatMap((map) => (isMap(map) ? map.items.map(({ value }) => value) : []))
    .filter((value) => isScalar(value))
    .filter(
      ({ value }) => typeof value === "string" && /^[^:#]{1,500}\.(?:md|markdown)$/.test(value),
    );
}

function memberOf(node: unknown, key: string): unknown {
  return isMap(node) ? node.get(key, true) : undefined;
}

type Walk = { text: string; entries: NavigationEntry[]; aliases: Aliases };

function noteValue(walk: Walk, value: unknown, slot: NavigationEntry["slot"]): void {
  if (isScalar(value)) note(walk, value, slot);
  if (isAlias(value)) noteAlias(walk, value);
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

function itemsOf(text: string, list: YAMLSeq, above: Pair): ItemList {
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
