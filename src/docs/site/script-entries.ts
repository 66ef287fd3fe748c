import { readScriptTokens, type ScriptToken } from "../values/script-tokens.ts";
import {
  type EntryRole,
  type FlowList,
  isOtherMatter,
  type NavigationEntries,
  type NavigationEntry,
  type Range,
  roleOfKey,
} from "./navigation-entry.ts";

const maxLength = 1_000_000;

/** What the plain strings of a list mean. Outside a file for sidebars only the lists of a sidebar count. */
type ScriptDialect = { items: EntryRole; isSidebarsFile: boolean };

type Frame = {
  mark: string;
  /** The property whose value this is. */
  property: string;
  isOther: boolean;
  /** It stands in a list or map of redirects. */
  isRedirects: boolean;
  /** It stands in a sidebar. */
  isSidebar: boolean;
  /** It stands in a bar at the top or the bottom of all pages. */
  isBar: boolean;
  /** Of an object: the property being read, all its properties, and what its links are put behind. */
  key: string;
  keys: Set<string>;
  base: string;
  /** Of a list: where its items stand. */
  open: number;
  items: Range[];
  list: FlowList;
};

type Walk = {
  text: string;
  tokens: ScriptToken[];
  dialect: ScriptDialect;
  frames: Frame[];
  entries: { entry: NavigationEntry; holder: Frame | undefined }[];
};

/** The plain strings of a script that name pages. Nothing is run; what is put together by code is not seen. */
export function scriptEntries(
  text: string,
  { path, items }: { path: string; items: EntryRole },
): NavigationEntries {
  if (text.length > maxLength) return { problem: "it is too long" };
  const { tokens } = readScriptTokens(text);
  const isSidebarsFile = /sidebars?[\w.-]{0,100}\.[cm]?[jt]s$/.test(path);
  const walk: Walk = { text, tokens, dialect: { items, isSidebarsFile }, frames: [], entries: [] };
  for (const [index, token] of tokens.entries()) step(walk, token, index);
  const entries = walk.entries.map(({ entry, holder }) =>
    holder?.keys.has("items") === true ? { ...entry, slot: undefined } : entry,
  );
  return { entries };
}

function step(walk: Walk, token: ScriptToken, index: number): void {
  const frame = walk.frames.at(-1);
  if (frame?.mark === "[") noteItem(walk, frame, index);
  const isTemplate = token.kind === "mark" && token.text === "${";
  if (isMark(token, "([{") || isTemplate) walk.frames.push(frameFor(walk, token, index));
  if (isMark(token, ")]}")) walk.frames.pop();
  if (frame?.mark === "{") noteKey(walk, frame, index);
  if (token.kind === "string") noteString(walk, token, index);
}

function frameFor(walk: Walk, { text, start }: ScriptToken, index: number): Frame {
  const { frames, dialect } = walk;
  const above = frames.at(-1);
  const outer = above === undefined ? declaredName(walk, index) : above.property;
  const property = above?.mark === "{" ? above.key : outer;
  const isOther = (above?.isOther ?? false) || isOtherMatter(property);
  const isRedirects = (above?.isRedirects ?? false) || property === "redirects";
  const isSidebar = (above?.isSidebar ?? dialect.isSidebarsFile) || property === "sidebar";
  const isBar = (above?.isBar ?? false) || /^(?:nav|navbar|topbar|footer)$/i.test(property);
  const items: Range[] = [];
  const list: FlowList = { kind: "flow", open: start + 1, close: start + 1, items };
  const base = above?.base ?? "";
  return {
    mark: text,
    property,
    isOther,
    isRedirects,
    isSidebar,
    isBar,
    key: "",
    keys: new Set(),
    base,
    open: start,
    items,
    list,
  };
}

const longestDeclaration = 12;

/** The name of what is declared: `const nav: Items = [`. */
function declaredName({ tokens }: Walk, index: number): string {
  if (!isMark(tokens[index - 1], "=")) return "";
  const before = tokens.slice(Math.max(0, index - longestDeclaration), index);
  const at = before.findLastIndex(({ text }) => /^(?:const|let|var)$/.test(text));
  return at === -1 ? "" : (before[at + 1]?.text ?? "");
}

/** Begins an item after `[` or a comma; a comma or `]` ends it. */
function noteItem(walk: Walk, frame: Frame, index: number): void {
  const token = walk.tokens[index];
  if (token === undefined) return;
  const isEnd = isMark(token, ",]");
  const before = walk.tokens[index - 1];
  const isFirst = before?.start === frame.open || isMark(before, ",");
  if (isMark(token, "]")) frame.list.close = token.start;
  if (isFirst && !isEnd) frame.items.push({ start: token.start, end: token.start });
  const item = frame.items.at(-1);
  if (isEnd && item !== undefined && item.end === item.start) {
    item.end = tokenEnd(walk.text, before, token.start);
  }
}

function noteKey(walk: Walk, frame: Frame, index: number): void {
  const [before, token] = [walk.tokens[index - 1], walk.tokens[index]];
  if (token === undefined) return;
  if (before?.start !== frame.open && !isMark(before, ",")) return;
  const isKey = token.kind === "name" || token.kind === "string" || token.kind === "keyword";
  frame.key = isKey && isMark(walk.tokens[index + 1], ":") ? token.text : "";
  frame.keys.add(frame.key);
}

function noteString(walk: Walk, token: ScriptToken, index: number): void {
  const frame = walk.frames.at(-1);
  const before = walk.tokens[index - 1];
  const after = walk.tokens[index + 1];
  if (frame?.isRedirects && isMark(before, ":") && isMark(after, ",}") && leadsOn(frame, token))
    add(walk, token, { role: "link", base: "", slot: undefined });
  if (frame === undefined || frame.isOther) return;
  if (frame.mark === "[" && isMark(before, "[,") && isMark(after, ",]")) {
    const isListed = walk.dialect.isSidebarsFile || /^(?:items|sidebar)$/.test(frame.property);
    const slot = { list: frame.list, index: frame.items.length - 1 };
    if (isListed) add(walk, token, { role: walk.dialect.items, base: "", slot });
  }
  if (frame.mark !== "{") return;
  if (isMark(after, ":") && frame.key === token.text && token.text.startsWith("/")) {
    add(walk, token, { role: "folder", base: "", slot: undefined });
  }
  if (!isMark(before, ":") || !isMark(after, ",}")) return;
  const isBase = frame.key === "base" && frame.isSidebar;
  if (isBase) frame.base = token.text;
  const role = isBase ? "folder" : roleOfKey(frame.key);
  if (role === undefined) return;
  const list = walk.frames.at(-2);
  const slot = list?.mark === "[" ? { list: list.list, index: list.items.length - 1 } : undefined;
  add(walk, token, { role, base: role === "link" ? frame.base : "", slot, holder: frame });
}

/** A redirect goes on to its page wherever that moves; the address it stands for stays. */
function leadsOn({ property, key }: Frame, { text }: ScriptToken): boolean {
  const isTarget = property === "redirects" ? key !== "from" : /^(?:to|destination)$/.test(key);
  return isTarget && /^\/[^:*[\]]*$/.test(text);
}

function add(
  walk: Walk,
  { text: value, start }: ScriptToken,
  { holder, ...known }: Pick<NavigationEntry, "role" | "base" | "slot"> & { holder?: Frame },
): void {
  const mark = walk.text[start] ?? '"';
  const end = literalEnd(walk.text, start, mark);
  const write = (other: string) =>
    mark + other.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`) + mark;
  const { isSidebar: isListing = false, isBar: isInBar = false } = walk.frames.at(-1) ?? {};
  walk.entries.push({ entry: { ...known, value, start, end, isListing, isInBar, write }, holder });
}

/** Where a token ends; of a number, before the blanks in front of what comes next. */
function tokenEnd(text: string, token: ScriptToken | undefined, next: number): number {
  if (token?.kind === "string") return literalEnd(text, token.start, text[token.start] ?? "");
  const isPlain = token?.kind === "mark" || token?.kind === "name" || token?.kind === "keyword";
  if (token !== undefined && isPlain) return token.start + token.text.length;
  let end = next;
  while (/\s/.test(text.charAt(end - 1))) end -= 1;
  return end;
}

/** Whether it is one of these marks of one character. */
function isMark(token: ScriptToken | undefined, marks: string): boolean {
  return token?.kind === "mark" && token.text.length === 1 && marks.includes(token.text);
}

function literalEnd(text: string, start: number, mark: string): number {
  let at = start + 1;
  while (at < text.length && text[at] !== mark) at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
