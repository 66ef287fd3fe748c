import { closesFence, type Fence, openFence } from "./fence.ts";
import { frontMatterEnd } from "./front-matter.ts";
import { effortFor, startsStatement, statementsEnd } from "./markup/script-scan.ts";
import type { PageFormat } from "./page-format.ts";
import { readDefinition } from "./read-target.ts";
import type { Region, Scan } from "./region.ts";
import { scanInline } from "./scan-inline.ts";

/** The whole page in pieces, in order. Never throws; linear in the page's length. */
export function pageRegions(source: string, format: PageFormat): Region[] {
  const text = source.replace(/[\r\uFEFF]/g, " ");
  const scan: Scan = {
    text,
    isMdx: format === "mdx",
    effort: effortFor(text),
    found: [],
    brackets: [],
    at: frontMatterEnd(source),
    isInContainer: false,
    previous: "blank",
  };
  if (scan.at > 0) scan.found.push({ kind: "front-matter", start: 0, end: scan.at });
  while (scan.at < text.length) scanLine(scan);
  return withText(scan.found, text.length);
}

function scanLine(scan: Scan): void {
  const end = lineEnd(scan);
  const line = scan.text.slice(scan.at, end);
  if (line.trim() === "") {
    scan.brackets.length = 0;
    if (scan.previous !== "code") scan.previous = "blank";
    scan.at = end + 1;
    return;
  }
  if (scan.isMdx && scan.previous !== "text" && startsStatement(scan.text, scan.at)) {
    take(scan, "markup", statementsEnd(scan.text, scan.at, scan.effort));
    scan.previous = "statement";
    return;
  }
  const fence = openFence(line);
  if (fence !== undefined) {
    take(scan, "code", fenceEnd(scan, fence));
    scan.previous = "blank";
    return;
  }
  noteContainer(scan, line);
  if (isIndentedCode(scan, line)) {
    take(scan, "code", end + 1);
    scan.previous = "code";
    return;
  }
  scanText(scan, line);
}

function scanText(scan: Scan, line: string): void {
  scan.previous = "text";
  const definition = readDefinition(scan.text, scan.at, line);
  if (definition !== undefined) {
    scan.found.push(definition);
    scan.at = lineEnd(scan) + 1;
    return;
  }
  const mark = /^\s*(?::{3,}[ \t]*[\w-]*|(?:!{3}|\?{3}\+?)[ \t]+[\w-]+|--8<--.*)/.exec(line)?.[0];
  if (mark !== undefined) take(scan, "markup", scan.at + mark.length);
  scanInline(scan);
}

function lineEnd(scan: Scan): number {
  const end = scan.text.indexOf("\n", scan.at);
  return end === -1 ? scan.text.length : end;
}

function take(scan: Scan, kind: "code" | "markup", end: number): void {
  const stop = Math.min(end, scan.text.length);
  if (stop > scan.at) scan.found.push({ kind, start: scan.at, end: stop });
  scan.at = Math.max(stop, scan.at + 1);
}

function fenceEnd(scan: Scan, fence: Fence): number {
  let at = lineEnd(scan) + 1;
  while (at < scan.text.length) {
    const next = scan.text.indexOf("\n", at);
    const end = next === -1 ? scan.text.length : next;
    const line = scan.text.slice(at, end);
    if (fence.isQuoted && !line.trimStart().startsWith(">")) return at;
    at = end + 1;
    if (closesFence(line, fence)) return at;
  }
  return at;
}

const containerStart =
  /^\s*(?:[-*+]\s|\d{1,9}[.)]\s|!{3}\s|\?{3}\+?\s|={3}\s|:\s|\[\^[^\]\s]{1,100}\]:|<[A-Za-z])/;

function noteContainer(scan: Scan, line: string): void {
  if (containerStart.test(line)) scan.isInContainer = true;
  else if (!/^\s/.test(line)) scan.isInContainer = false;
}

function isIndentedCode(scan: Scan, line: string): boolean {
  if (scan.isMdx || scan.isInContainer || scan.previous === "text") return false;
  return /^(?: {0,3}\t| {4})/.test(line);
}

function withText(found: Region[], length: number): Region[] {
  const regions: Region[] = [];
  let at = 0;
  for (const region of found) {
    if (region.start > at) regions.push({ kind: "text", start: at, end: region.start });
    regions.push(region);
    at = region.end;
  }
  if (at < length) regions.push({ kind: "text", start: at, end: length });
  return regions;
}
