import { element, type PageNode } from "../tree/page-node.ts";
import type { CodeGrammar } from "./code-grammar.ts";
import { grammarOf } from "./languages.ts";

type Kind = "comment" | "string" | "keyword" | "number" | "name" | "tag" | "variable" | "function";

/** Short, as a page may hold thousands of them. */
const classes: Record<Kind, string> = {
  comment: "dx-c",
  string: "dx-s",
  keyword: "dx-k",
  number: "dx-m",
  name: "dx-n",
  tag: "dx-t",
  variable: "dx-v",
  function: "dx-f",
};

const longestLine = 2_000;
const mostLines = 5_000;

/** The lines of a code block in colours; their text is never changed. Linear in its length. */
export function highlight(lines: string[], language: string): PageNode[][] {
  const grammar = grammarOf(language);
  const isTooMuch = lines.length > mostLines || lines.some((line) => line.length > longestLine);
  if (grammar === undefined || isTooMuch) return lines.map((line) => [line]);
  const scan: Scan = {
    grammar,
    line: "",
    at: 0,
    nodes: [],
    plain: "",
    block: undefined,
    isInTag: false,
  };
  return lines.map((line) => {
    Object.assign(scan, { line, at: 0, nodes: [], plain: "" });
    while (scan.at < line.length) step(scan);
    flushPlain(scan);
    return scan.nodes;
  });
}

type Scan = {
  grammar: CodeGrammar;
  line: string;
  at: number;
  nodes: PageNode[];
  plain: string;
  /** The comment or string that runs on from an earlier line. */
  block: CodeGrammar["blocks"][number] | undefined;
  isInTag: boolean;
};

function step(scan: Scan): void {
  if (scan.block !== undefined) {
    takeBlock(scan, scan.at, scan.block);
    return;
  }
  const { line, at, grammar } = scan;
  const character = line.charAt(at);
  if (character === " " || character === "\t") {
    put(scan, at + 1, undefined);
    return;
  }
  const block = grammar.blocks.find(({ open }) => line.startsWith(open, at));
  if (block !== undefined) {
    takeBlock(scan, at + block.open.length, block);
    return;
  }
  if (isComment(grammar, line, at)) put(scan, line.length, "comment");
  else if (grammar.quotes.includes(character) && !isApostrophe(scan)) takeString(scan, character);
  else if (grammar.hasTags && character === "<") takeTag(scan);
  else if (grammar.hasTags && scan.isInTag && character === ">") {
    scan.isInTag = false;
    put(scan, at + 1, "tag");
  } else takeWord(scan);
}

function isComment({ comments }: CodeGrammar, line: string, at: number): boolean {
  const start = comments.find((one) => line.startsWith(one, at));
  if (start === undefined) return false;
  // A mark inside a word or an address begins no comment.
  return (
    at === 0 ||
    /[\s;{}(),]/.test(line.charAt(at - 1)) ||
    (start.length > 1 && line.charAt(at - 1) !== ":")
  );
}

function takeBlock(scan: Scan, from: number, block: CodeGrammar["blocks"][number]): void {
  const close = scan.line.indexOf(block.close, from);
  scan.block = close === -1 ? block : undefined;
  put(scan, close === -1 ? scan.line.length : close + block.close.length, block.kind);
}

/** In markup and prose an apostrophe stands alone. */
function isApostrophe({ grammar, line, at, isInTag }: Scan): boolean {
  if (grammar.hasTags && !isInTag) return true;
  return line[at] === "'" && /\w/.test(line.charAt(at - 1));
}

function takeString(scan: Scan, quote: string): void {
  const { line, grammar } = scan;
  let end = scan.at + 1;
  while (end < line.length && line[end] !== quote) end += line[end] === "\\" ? 2 : 1;
  end = Math.min(end + 1, line.length);
  const isKey = grammar.hasKeys && /^\s{0,8}:/.test(line.slice(end, end + 10));
  put(scan, end, isKey ? "name" : "string");
}

const tagName = /<\/?[\w.:-]*/y;

function takeTag(scan: Scan): void {
  tagName.lastIndex = scan.at;
  const tag = tagName.exec(scan.line)?.[0] ?? "<";
  scan.isInTag = /\w/.test(tag);
  put(scan, scan.at + tag.length, scan.isInTag ? "tag" : undefined);
}

const word = /[\p{L}_$@][\p{L}\p{N}_$-]*/uy;
const plainWord = /[\p{L}_$@][\p{L}\p{N}_$]*/uy;
const number = /\d[\w.]*/y;
const option = /--?[\w-]+/y;
const variable = /\$(?:\{[^{}]{0,200}\}|\w+)/y;

function takeWord(scan: Scan): void {
  const { grammar } = scan;
  const found =
    (grammar.hasVariables ? match(variable, scan) : undefined) ??
    (grammar.hasCommands && /\s/.test(scan.line.charAt(scan.at - 1))
      ? match(option, scan)
      : undefined);
  if (found !== undefined) {
    put(scan, scan.at + found.length, found.startsWith("$") ? "variable" : "name");
    return;
  }
  const digits = match(number, scan);
  if (digits !== undefined) {
    put(scan, scan.at + digits.length, "number");
    return;
  }
  const letters = match(grammar.hasKeys || grammar.hasTags ? word : plainWord, scan);
  if (letters === undefined) put(scan, scan.at + (isHighSurrogate(scan) ? 2 : 1), undefined);
  else put(scan, scan.at + letters.length, wordKind(scan, letters));
}

function isHighSurrogate({ line, at }: Scan): boolean {
  return (line.codePointAt(at) ?? 0) > 0xffff;
}

function match(expression: RegExp, { line, at }: Scan): string | undefined {
  expression.lastIndex = at;
  return expression.exec(line)?.[0];
}

function wordKind(scan: Scan, letters: string): Kind | undefined {
  const { grammar, line, at, isInTag } = scan;
  const after = line.slice(at + letters.length, at + letters.length + 8);
  const isFirst = line.slice(Math.max(0, at - 200), at).trim() === "";
  if (grammar.hasTags && !isInTag && !grammar.keywords.has(letters)) return undefined;
  if (isInTag) return "name";
  if (grammar.hasKeys && /^\s{0,4}[:=](?!:)/.test(after) && isKeyPlace(line, at)) return "name";
  const key = grammar.isCaseless ? letters.toLowerCase() : letters;
  if (grammar.keywords.has(key) && !/^\s?:(?!:)/.test(after)) return "keyword";
  if (grammar.hasCommands)
    return isFirst || /[|&;$]\s*$/.test(line.slice(Math.max(0, at - 4), at))
      ? "function"
      : undefined;
  if (letters.startsWith("@")) return "variable";
  if (after.startsWith("(")) return "function";
  return /^\p{Lu}\p{Ll}/u.test(letters) && !grammar.hasKeys ? "tag" : undefined;
}

/** Keys stand at the start of a line, after a dash, or within braces. */
function isKeyPlace(line: string, at: number): boolean {
  return /(?:^|[\s{,;-])$/.test(line.slice(Math.max(0, at - 1), at));
}

function put(scan: Scan, end: number, kind: Kind | undefined): void {
  const text = scan.line.slice(scan.at, end);
  scan.at = end;
  if (kind === undefined) {
    scan.plain += text;
    return;
  }
  flushPlain(scan);
  const last = scan.nodes.at(-1);
  const css = classes[kind];
  if (typeof last === "object" && last.attributes.class === css) last.children.push(text);
  else scan.nodes.push(element("span", { class: css }, [text]));
}

function flushPlain(scan: Scan): void {
  if (scan.plain !== "") scan.nodes.push(scan.plain);
  scan.plain = "";
}
