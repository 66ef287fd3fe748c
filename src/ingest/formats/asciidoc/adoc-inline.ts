import { codeSpan, escapeMarkdown, linkTarget } from "../../../text/markdown-writing.ts";
import type { AdocPage } from "./adoc-page.ts";
import { fillAttributes } from "./fill-attributes.ts";

const deepest = 3;

const mark =
  /\\(?=[`*_#+^~{<:a-z[(])|`|\+\+\+|\+\+|\+|\*\*|\*|__|_|##|#|\^|~|<<|\(\(\(?|"`|(?<![\w:/])(?:https?|ftp|irc|mailto):|(?<![\w:])(?:xref|link|image|icon|kbd|btn|menu|pass|stem|latexmath|asciimath|indexterm2?|anchor):(?!:)|footnote(?:ref)?:(?=\[)|\[\[|\{[\w-]{1,60}\}(?=[^\s[\]]{0,300}\[)/g;

type Scan = {
  text: string;
  page: AdocPage;
  /** How many marks the text stands inside. */
  depth: number;
  /** Everything before is written. */
  at: number;
  pieces: string[];
  /** Marks that do not come again, so that nobody looks twice. */
  missing: Set<string>;
  /** What may still be looked at in vain. */
  effort: number;
};

/** The text of a paragraph as Markdown, with as many line ends as before. */
export function adocInline(source: string, page: AdocPage, depth = 0): string {
  // Signs that are written by name are no marks.
  const asSign = (sign: string) => sign.replace(/[`*_#+^~<:[(]/g, "\\$&");
  const text = depth === 0 ? fillAttributes(source, page, asSign) : source;
  const effort = text.length * 20;
  const scan: Scan = { text, page, depth, at: 0, pieces: [], missing: new Set(), effort };
  for (const { 0: found, index } of text.matchAll(mark)) {
    if (index >= scan.at) readMark(scan, found, index);
  }
  addText(scan, text.length);
  return scan.pieces.join("");
}

function addText(scan: Scan, end: number): void {
  if (end > scan.at) scan.pieces.push(escapeMarkdown(typographic(scan.text.slice(scan.at, end))));
  scan.at = Math.max(scan.at, end);
}

function typographic(text: string): string {
  return text.replaceAll("(C)", "©").replaceAll("(R)", "®").replaceAll("(TM)", "™");
}

function put(scan: Scan, start: number, end: number, shown: string): void {
  addText(scan, start);
  const lost = ends(scan.text.slice(start, end)) - ends(shown);
  scan.pieces.push(shown + "\n".repeat(Math.max(0, lost)));
  scan.at = end;
}

function ends(text: string): number {
  return text.split("\n").length - 1;
}

function closing(scan: Scan, end: string, from: number): number {
  if (scan.missing.has(end)) return -1;
  const found = scan.text.indexOf(end, from);
  if (found === -1) scan.missing.add(end);
  return found;
}

function readMark(scan: Scan, found: string, at: number): void {
  const after = at + found.length;
  if (found === "\\") put(scan, at, at + 2, escapeMarkdown(scan.text.charAt(at + 1)));
  else if (found.startsWith("`")) readCode(scan, at);
  else if (found === '"`')
    readBetween(scan, at, after, '`"', (inner) => `"${inside(scan, inner)}"`);
  else if (found.startsWith("+") && /\w/.test(scan.text.charAt(at - 1))) return;
  else if (found.startsWith("+")) readBetween(scan, at, after, found, escapeMarkdown);
  else if (/^[*_#]/.test(found)) readQuoted(scan, found, at);
  else if (found === "^" || found === "~") readShort(scan, found, at);
  else if (found === "<<") readBetween(scan, at, after, ">>", (inner) => crossText(scan, inner));
  else if (found === "[[") readBetween(scan, at, after, "]]", () => "");
  else if (found === "(((") readBetween(scan, at, after, ")))", () => "");
  else if (found === "((") readBetween(scan, at, after, "))", (inner) => inside(scan, inner));
  // An address that begins with a name nobody gave leads nowhere; its text stays.
  else if (found.startsWith("{")) readMacro(scan, "link", at, at);
  else readMacro(scan, found.slice(0, -1), at, after);
}

type Show = (inner: string) => string;

function readBetween(scan: Scan, at: number, from: number, close: string, show: Show): void {
  if (/\s/.test(scan.text.charAt(from))) return;
  const end = closing(scan, close, from);
  if (end === -1 || end === from) return;
  put(scan, at, end + close.length, show(scan.text.slice(from, end)));
}

/** Text inside other text. */
function inside({ page, depth }: Scan, inner: string): string {
  return depth >= deepest ? escapeMarkdown(inner) : adocInline(inner, page, depth + 1);
}

function readCode(scan: Scan, at: number): void {
  const { text } = scan;
  const isDouble = text.startsWith("``", at);
  const close = isDouble ? "``" : "`";
  const from = at + close.length;
  if (/\s/.test(text.charAt(from))) return;
  const end = closing(scan, close, from);
  if (end === -1 || end === from) return;
  if (!isDouble && /[\p{L}\p{N}]/u.test(text.charAt(end + 1)) && text.charAt(end + 1) !== "s")
    return;
  const inner = text.slice(from, end);
  const isLiteral = inner.length > 2 && inner.startsWith("+") && inner.endsWith("+");
  const bare = isLiteral
    ? inner.replace(/^\++|(?<!\+)\++$/g, "")
    : inner.replace(/\\(?=[{<=*_#`-])/g, "");
  put(scan, at, end + close.length, codeSpan(plainMacros(bare)));
}

/** Code may hold a link; its text is the code. */
function plainMacros(code: string): string {
  return code.replace(/(?:xref|link):[^\s[\]]{1,300}\[([^\]]{1,300})\]/g, "$1");
}

function readQuoted(scan: Scan, found: string, at: number): void {
  const { text } = scan;
  const from = at + found.length;
  const isFree = found.length === 2;
  if (/[\s]/.test(text.charAt(from)) || (!isFree && /[\p{L}\p{N}]/u.test(text.charAt(at - 1))))
    return;
  let end = closing(scan, found, from);
  // The same sign inside a word closes nothing.
  for (
    let tries = 0;
    !isFree && tries < 20 && /^[\p{L}\p{N}]/u.test(text.charAt(end + 1));
    tries += 1
  )
    end = end === -1 ? -1 : closing(scan, found, end + 1);
  if (end <= from || /\s/.test(text.charAt(end - 1))) return;
  if (!isFree && /[\p{L}\p{N}]/u.test(text.charAt(end + 1))) return;
  const role = roleBefore(scan, at);
  const inner = text.slice(from, end);
  const isStrong = found.startsWith("*") && /^[\p{L}\p{N}][^*`]*[\p{L}\p{N}.!?:]$/u.test(inner);
  const shown = inside(scan, inner);
  put(scan, at - role, end + found.length, isStrong ? `**${shown}**` : shown);
}

/** The length of `[.role]` before marked text: it is about looks. */
function roleBefore({ text, at: written }: Scan, at: number): number {
  return (
    /\[[.#][^[\]\n]{0,60}\]$/.exec(text.slice(Math.max(written, at - 70), at))?.[0].length ?? 0
  );
}

function readShort(scan: Scan, found: string, at: number): void {
  const [all, inner = ""] =
    (found === "^" ? /^\^([^\s^]{1,40})\^/ : /^~([^\s~]{1,40})~/).exec(
      scan.text.slice(at, at + 45),
    ) ?? [];
  if (all !== undefined) put(scan, at, at + all.length, escapeMarkdown(inner));
}

/** `<<id,text>>`. */
function crossText(scan: Scan, inner: string): string {
  const comma = inner.indexOf(",");
  const text = comma === -1 ? "" : inner.slice(comma + 1).trim();
  return text === ""
    ? escapeMarkdown(placeText(scan.page, inner.replace(/^#/, "")))
    : inside(scan, text);
}

function placeText({ titles }: AdocPage, target: string): string {
  const own = titles.get(target.replace(/^[^#]{0,300}#/, ""));
  if (own !== undefined) return own;
  const last = target
    .replace(/#.{0,300}$/s, "")
    .split(/[/:$@]/)
    .filter((part) => part !== "")
    .at(-1);
  return (last ?? target)
    .replace(/\.adoc$/, "")
    .replace(/^_|[-_]+/g, " ")
    .trim();
}

const longestTarget = 1_000;

/** `name:target[text]`; an address alone is a link too. */
function readMacro(scan: Scan, name: string, at: number, after: number): void {
  const { text } = scan;
  const isAddress = /^(?:https?|ftp|irc|mailto)$/.test(name);
  const from = isAddress ? at : after;
  if (scan.effort < 0) return;
  const target = /^[^\s[\]<>`]*/.exec(text.slice(from, from + longestTarget))?.[0] ?? "";
  const open = from + target.length;
  if (text.charAt(open) !== "[") {
    scan.effort -= target.length;
    if (isAddress)
      put(
        scan,
        at,
        at + target.replace(/(?<![.,;:!?)])[.,;:!?)]+$/, "").length,
        bareAddress(target),
      );
    return;
  }
  const end = bracketEnd(scan, open);
  if (end === -1) return;
  const inner = text.slice(open + 1, end).replaceAll("\\]", "]");
  put(scan, at, end + 1, macroText(scan, { name, target, inner }));
}

function bareAddress(target: string): string {
  const bare = target.replace(/(?<![.,;:!?)])[.,;:!?)]+$/, "");
  return `<${bare.replace(/[<>]/g, "")}>`;
}

function bracketEnd(scan: Scan, open: number): number {
  let depth = 0;
  const limit = Math.min(scan.text.length, open + 2_000);
  for (let at = open; at < limit; at += 1) {
    const sign = scan.text.charAt(at);
    if (sign === "\\") at += 1;
    if (sign === "[") depth += 1;
    if (sign === "]") depth -= 1;
    if (depth === 0) return at;
  }
  scan.effort -= limit - open;
  return -1;
}

type Macro = { name: string; target: string; inner: string };

function macroText(scan: Scan, { name, target, inner }: Macro): string {
  const { page } = scan;
  const text = firstValue(inner);
  switch (name) {
    case "xref":
      return text === "" ? escapeMarkdown(placeText(page, target)) : inside(scan, text);
    case "kbd":
    case "stem":
    case "latexmath":
    case "asciimath":
      return codeSpan(inner);
    case "btn":
      return escapeMarkdown(inner);
    case "pass":
      return escapeMarkdown(inner);
    case "menu":
      return escapeMarkdown(
        [target, ...inner.split(">")]
          .map((part) => part.trim())
          .filter(Boolean)
          .join(" > "),
      );
    case "image":
      return escapeMarkdown(text);
    case "footnote":
    case "footnoteref":
      return ` (${inside(scan, inner)})`;
    case "indexterm2":
      return inside(scan, inner);
    case "icon":
    case "indexterm":
    case "anchor":
      return "";
    default:
      return linked(
        text === "" ? escapeMarkdown(target.replace(/^mailto:/, "")) : inside(scan, text),
        target,
      );
  }
}

function linked(shown: string, target: string): string {
  const isWeb = /^(?:https?|mailto):/i.test(target);
  return isWeb && !shown.includes("](") ? `[${shown}](${linkTarget(target)})` : shown;
}

/** The text of `text,role=x`: commas belong to it unless names with values follow. */
function firstValue(inner: string): string {
  const quoted = /^"([^"]*)"/.exec(inner)?.[1];
  const bare = quoted ?? inner.replace(/,\s{0,9}[\w%-]{1,30}=.*$/s, "");
  return /^[\w-]{1,30}=/.test(bare) ? "" : bare.replace(/\^$/, "").trim();
}
