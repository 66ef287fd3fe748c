import { readCodeSpan } from "./code-span.ts";
import { type LineWalk, noteTag } from "./lines.ts";
import { isPlaceholder, readTag, type Tag } from "./markup/read-tag.ts";
import { bracesEnd } from "./markup/script-scan.ts";
import { isEscaped, readTarget } from "./read-target.ts";
import type { BracketPair, Region } from "./region.ts";

/** What the walk through a page has found. `text` has the page's length, so positions hold in the page too. */
export type Scan = LineWalk & {
  readonly found: Region[];
  /** Square brackets of the current paragraph that nothing has closed. */
  readonly brackets: number[];
  readonly pairs: BracketPair[];
  /** Where the text of the current line begins, and the column at which it is read. */
  contentStart: number;
  indent: number;
};

const maxOpenBrackets = 100;

/** Goes on to the end of the line: this one, or a later one when a tag or a code span runs on. */
export function scanInline(scan: Scan): void {
  const special = /[\n\\`<{[\]]|https?:\/\//g;
  while (scan.at < scan.text.length) {
    special.lastIndex = scan.at;
    scan.at = special.exec(scan.text)?.index ?? scan.text.length;
    const character = scan.text[scan.at];
    if (character === "\n") {
      scan.at += 1;
      return;
    }
    if (character === "\\") scan.at += scan.text[scan.at + 1] === "\n" ? 1 : 2;
    else if (character === "`") scanCode(scan);
    else if (character === "<") scanAngle(scan);
    else if (character === "{") scanBraces(scan);
    else if (character === "[") openBracket(scan);
    else if (character === "]") closeBracket(scan);
    else if (character === "h") scanAddress(scan);
  }
}

function scanCode(scan: Scan): void {
  const { ticksEnd, end } = readCodeSpan(scan.text, scan.at);
  if (end > ticksEnd) scan.found.push({ kind: "code", start: scan.at, end });
  scan.at = end;
}

function scanAngle(scan: Scan): void {
  if (scan.text.startsWith("<!--", scan.at)) {
    const close = scan.effort.left > 0 ? scan.text.indexOf("-->", scan.at + 4) : -1;
    if (close === -1) scan.effort.left -= scan.text.length - scan.at;
    markup(scan, close === -1 ? scan.at + 4 : close + 3);
    return;
  }
  const address = /^<([a-z][a-z0-9+.-]{1,20}:[^\s<>]{1,1000})>/i.exec(
    scan.text.slice(scan.at, scan.at + 1100),
  )?.[1];
  if (address !== undefined) {
    bare(scan, scan.at + 1, address.length, 1);
    scan.at += 1;
    return;
  }
  const tag = readTag(scan.text, scan.at, scan.effort);
  if (tag === undefined) scan.at += 1;
  else scanTag(scan, tag);
}

/** Ids of headings, template marks and attribute lists; in MDX also comments and expressions, which are code. */
function scanBraces(scan: Scan): void {
  const head = scan.text.slice(scan.at, scan.at + 500);
  const mark = /^(?:\{#[^{}\n]*\}|\{:[^{}\n]*\}|\{\{[^{}\n]*\}\}|\{%[^%\n]*%\})/.exec(head)?.[0];
  if (mark !== undefined) {
    markup(scan, scan.at + mark.length);
    return;
  }
  const end = scan.isMdx ? bracesEnd(scan.text, scan.at, scan.effort) : undefined;
  if (end === undefined) {
    scan.at += 1;
    return;
  }
  scan.found.push({ kind: "code", start: scan.at, end });
  scan.at = end;
}

function openBracket(scan: Scan): void {
  const head = scan.text.slice(scan.at, scan.at + 120);
  const mark = /^\[(?:\^[^\]\s]{1,100}|![A-Z]{1,20})\]/.exec(head)?.[0];
  if (mark !== undefined) {
    markup(scan, scan.at + mark.length);
    return;
  }
  if (scan.brackets.length >= maxOpenBrackets) scan.brackets.shift();
  scan.brackets.push(scan.at);
  scan.at += 1;
}

function closeBracket(scan: Scan): void {
  const open = scan.brackets.pop();
  const close = scan.at;
  scan.at += 1;
  if (open === undefined) return;
  const isImage = scan.text[open - 1] === "!" && !isEscaped(scan.text, open - 1);
  const isCall = scan.text[scan.at] === "(";
  const target = isCall ? readTarget(scan.text, scan.at, scan.effort) : undefined;
  const end = target?.close ?? close + 1 + labelLength(scan.text, close + 1);
  scan.pairs.push({ open, close, end, isInline: target !== undefined, isImage });
  if (target === undefined) return;
  const label = scan.text.slice(open + 1, close);
  const around = { start: isImage ? open - 1 : open, end };
  const { start, end: stop } = target;
  scan.found.push({ kind: "target", start, end: stop, form: "inline", label, isImage, around });
  scan.at = end;
}

const longestLabel = 1_000;

function labelLength(text: string, at: number): number {
  if (text[at] !== "[") return 0;
  const label = /^\[(?:\\[^\n]|[^[\]\\])*\]/.exec(text.slice(at, at + longestLabel))?.[0] ?? "";
  return /\n[ \t]*\n/.test(label) ? 0 : label.length;
}

function scanAddress(scan: Scan): void {
  const address = /^[^\s<>"`]{1,1000}/.exec(scan.text.slice(scan.at, scan.at + 1000))?.[0] ?? "h";
  bare(scan, scan.at, address.replace(/[.,;:!?)\]}*_']{1,100}$/, "").length || 1);
}

function bare(scan: Scan, start: number, length: number, bracket = 0): void {
  const end = start + length;
  const around = { start: start - bracket, end: end + bracket };
  scan.found.push({ kind: "target", start, end, form: "bare", label: "", isImage: false, around });
  scan.at = end;
}

function markup(scan: Scan, end: number): void {
  scan.found.push({ kind: "markup", start: scan.at, end });
  scan.at = end;
}

const readable = new Set(["title", "label", "description", "alt", "caption"]);
const targets = new Set(["href", "src", "to"]);
const holdsCode = new Set(["script", "style", "pre", "code", "textarea"]);
const attribute = /\s([A-Za-z_][\w:-]{0,60})\s{0,20}=\s{0,20}(\{\s{0,20})?(?:"([^"]*)"|'([^']*)')/g;

/** Notes the tag at the current place: texts for a reader stay text, addresses are targets, the rest is markup. */
function scanTag(scan: Scan, tag: Tag): void {
  const end = contentEnd(scan, tag);
  const isFirst = scan.at === scan.contentStart;
  if (!isPlaceholder(scan.text, tag, isFirst))
    noteTag(scan, tag, isFirst ? scan.indent : undefined);
  if (isFirst) scan.contentStart = end;
  let at = scan.at;
  const markup = (stop: number) => {
    if (stop > at) scan.found.push({ kind: "markup", start: at, end: stop });
  };
  for (const match of scan.text.slice(scan.at, tag.end).matchAll(attribute)) {
    const name = match[1] ?? "";
    const value = match[3] ?? match[4] ?? "";
    if (value === "" || !(readable.has(name) || targets.has(name))) continue;
    const stop = scan.at + match.index + match[0].length - 1;
    const start = stop - value.length;
    markup(start);
    if (targets.has(name)) {
      const isImage = name === "src";
      scan.found.push({
        kind: "target",
        start,
        end: stop,
        form: "attribute",
        label: tag.attributes.get("title") ?? "",
        isImage,
        around: { start: scan.at, end },
      });
    }
    at = stop;
  }
  markup(tag.end);
  if (end > tag.end) scan.found.push({ kind: "code", start: tag.end, end });
  scan.at = end;
}

/** What stands between `<pre>` or `<code>` and its closing tag is code. */
function contentEnd(scan: Scan, tag: Tag): number {
  const name = tag.name.toLowerCase();
  if (tag.kind !== "open" || !holdsCode.has(name) || scan.effort.left <= 0) return tag.end;
  const close = new RegExp(`</${name}\\s{0,20}>`, "gi");
  close.lastIndex = tag.end;
  const match = close.exec(scan.text);
  if (match !== null) return match.index;
  scan.effort.left -= scan.text.length - tag.end;
  return tag.end;
}
