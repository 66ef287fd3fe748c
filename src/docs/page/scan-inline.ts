import { readCodeSpan } from "./code-span.ts";
import { readTag } from "./markup/read-tag.ts";
import { scanTag } from "./markup/scan-tag.ts";
import { bracesEnd } from "./markup/script-scan.ts";
import { readTarget } from "./read-target.ts";
import type { Scan } from "./region.ts";

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
    bare(scan, scan.at + 1, address.length);
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
  if (open === undefined || scan.text[scan.at] !== "(") return;
  const target = readTarget(scan.text, scan.at, scan.effort);
  if (target === undefined) return;
  scan.found.push({
    kind: "target",
    start: target.start,
    end: target.end,
    form: "inline",
    label: scan.text.slice(open + 1, close),
    isImage: scan.text[open - 1] === "!",
  });
  scan.at = target.close;
}

function scanAddress(scan: Scan): void {
  const address = /^[^\s<>"`]{1,1000}/.exec(scan.text.slice(scan.at, scan.at + 1000))?.[0] ?? "h";
  bare(scan, scan.at, address.replace(/[.,;:!?)\]}*_']{1,100}$/, "").length || 1);
}

function bare(scan: Scan, start: number, length: number): void {
  const end = start + length;
  scan.found.push({ kind: "target", start, end, form: "bare", label: "", isImage: false });
  scan.at = end;
}

function markup(scan: Scan, end: number): void {
  scan.found.push({ kind: "markup", start: scan.at, end });
  scan.at = end;
}
