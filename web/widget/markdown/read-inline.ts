import { type MarkdownNode, withMarkers } from "../../shared/markdown/markdown-node.ts";
import { webAddress } from "../../shared/web-address.ts";
import { type Delimiter, delimiterAt, pairUp } from "./emphasis.ts";

type Bracket = { bracket: "[" | "![" };
/** Signs that may still turn out to be text, between nodes that are decided. */
export type Piece = MarkdownNode | Delimiter | Bracket;

/** What stands inside a paragraph. Every step looks a bounded way ahead. */
export function readInline(text: string): MarkdownNode[] {
  const pieces: Piece[] = [];
  let words = "";
  const flush = () => {
    if (words !== "") pieces.push({ type: "text", text: words });
    words = "";
  };
  for (let at = 0; at < text.length; ) {
    const found = readSign(text, at, pieces, flush);
    if (found > at) {
      at = found;
      continue;
    }
    words += text.charAt(at) === "&" ? decoded(text, at) : text.charAt(at);
    at += text.charAt(at) === "&" ? entityLength(text, at) : 1;
  }
  flush();
  return settled(pieces);
}

/** Where reading goes on; the same place where no sign begins. */
function readSign(text: string, at: number, pieces: Piece[], flush: () => void): number {
  const push = (piece: Piece, end: number) => {
    flush();
    pieces.push(piece);
    return end;
  };
  const character = text.charAt(at);
  switch (character) {
    case "\\":
      return readEscape(text, at, push);
    case "`":
      return readCode(text, at, push);
    case "\n":
    case " ":
      return readBreak(text, at, push);
    case "*":
    case "_":
    case "~": {
      const mark = delimiterAt(text, at);
      return mark ? push(mark, at + mark.count) : at;
    }
    case "!":
      return text[at + 1] === "[" ? push({ bracket: "![" }, at + 2) : at;
    case "[":
      return push({ bracket: "[" }, at + 1);
    case "]":
      flush();
      return closeBracket(text, at, pieces);
    case "<":
      return readAddress(text, at, push);
    default:
      return at;
  }
}

type Push = (piece: Piece, end: number) => number;

function readEscape(text: string, at: number, push: Push): number {
  const next = text.charAt(at + 1);
  if (next === "\n") return push({ type: "break" }, at + 2);
  if (!/[!-/:-@[-`{-~]/.test(next)) return at;
  return push({ type: "text", text: next }, at + 2);
}

const longestCode = 10_000;

function readCode(text: string, at: number, push: Push): number {
  let end = at;
  while (text[end] === "`") end += 1;
  const ticks = text.slice(at, end);
  let close = end;
  for (;;) {
    close = text.indexOf(ticks, close);
    if (close < 0 || close - at > longestCode) return push({ type: "text", text: ticks }, end);
    let after = close + ticks.length;
    if (text[after] !== "`") break;
    while (text[after] === "`") after += 1;
    close = after;
  }
  const code = text.slice(end, close).replaceAll("\n", " ");
  const isPadded = code.startsWith(" ") && code.endsWith(" ") && code.trim() !== "";
  const shown = isPadded ? code.slice(1, -1) : code;
  return push({ type: "code", text: shown }, close + ticks.length);
}

/** Spaces before the end of a line go; two or more of them break it. */
function readBreak(text: string, at: number, push: Push): number {
  let end = at;
  while (text[end] === " ") end += 1;
  if (text[end] !== "\n")
    return end > at + 1 ? push({ type: "text", text: " ".repeat(end - at) }, end) : at;
  return push(end - at > 1 ? { type: "break" } : { type: "text", text: "\n" }, end + 1);
}

function readAddress(text: string, at: number, push: Push): number {
  const found = /^<(https?:\/\/[^\s<>]{1,2000})>/.exec(text.slice(at, at + 2_010))?.[1];
  const href = webAddress(found);
  if (!href || found === undefined) return at;
  const children: MarkdownNode[] = [{ type: "text", text: found }];
  return push({ type: "link", href, children }, at + found.length + 2);
}

const target =
  /^\(\s{0,9}(?:<([^<>\n]{0,2000})>|([^\s()<>]{0,2000}(?:\([^\s()]{0,500}\)[^\s()]{0,500}){0,3}))(?:\s{1,9}(?:"[^"]{0,500}"|'[^']{0,500}'))?\s{0,9}\)/;

/** `[words](address)` becomes a link, an image its description, everything else stays text. */
function closeBracket(text: string, at: number, pieces: Piece[]): number {
  const from = pieces.findLastIndex((piece) => "bracket" in piece);
  const opening = pieces[from];
  const found = opening && target.exec(text.slice(at + 1, at + 4_000));
  if (!found || !opening || !("bracket" in opening)) {
    if (opening && "bracket" in opening) pieces[from] = { type: "text", text: opening.bracket };
    pieces.push({ type: "text", text: "]" });
    return at + 1;
  }
  const inside = settled(pieces.splice(from).slice(1));
  const href = webAddress(found[1] ?? found[2]);
  if (opening.bracket === "![") pieces.push({ type: "text", text: plainText(inside) });
  else if (href) pieces.push({ type: "link", href, children: inside });
  else pieces.push(...inside);
  return at + 1 + found[0].length;
}

function plainText(nodes: MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (node.type === "text" || node.type === "code") return node.text;
      if (node.type === "marker") return `${node.gap}[${node.number}]${node.tail}`;
      return "children" in node ? plainText(node.children) : "";
    })
    .join("");
}

function settled(pieces: Piece[]): MarkdownNode[] {
  const open = pieces.map((piece): MarkdownNode | Delimiter =>
    "bracket" in piece ? { type: "text", text: piece.bracket } : piece,
  );
  return marked(pairUp(open));
}

/** Neighbouring texts are one, and its markers are nodes of their own. */
function marked(nodes: MarkdownNode[]): MarkdownNode[] {
  const joined: MarkdownNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === "text" && last?.type === "text" && node.text !== "\n" && last.text !== "\n")
      joined[joined.length - 1] = { type: "text", text: last.text + node.text };
    else joined.push(node);
  }
  return joined.flatMap((node): MarkdownNode[] => {
    if (node.type === "text") return withMarkers(node.text);
    return node.type === "element" ? [{ ...node, children: marked(node.children) }] : [node];
  });
}

const names: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', nbsp: "\u00a0" };

function entityAt(text: string, at: number): RegExpExecArray | null {
  return /^&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,6}));/.exec(text.slice(at, at + 12));
}

function entityLength(text: string, at: number): number {
  return decoded(text, at) === "&" && !text.startsWith("&amp;", at)
    ? 1
    : (entityAt(text, at)?.[0].length ?? 1);
}

function decoded(text: string, at: number): string {
  const [, digits, hex, name = ""] = entityAt(text, at) ?? [];
  const code = digits ? Number(digits) : Number.parseInt(hex ?? "", 16);
  if (code > 0 && code < 0x110000 && !(code >= 0xd800 && code < 0xe000))
    return String.fromCodePoint(code);
  return Object.hasOwn(names, name) ? (names[name] ?? "&") : "&";
}
