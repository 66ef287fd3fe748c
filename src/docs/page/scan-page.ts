import type { FencedBlock } from "./fence.ts";
import { frontMatterEnd } from "./front-matter.ts";
import { blankedEnds } from "./line-ends.ts";
import { lineAt, readLine, walkLines } from "./lines.ts";
import type { PageFormat } from "./page-format.ts";
import { readDefinition } from "./read-target.ts";
import type { BracketPair, Region } from "./region.ts";
import { type Scan, scanInline } from "./scan-inline.ts";

/** The whole page in pieces, in order, and its fenced blocks. */
export type ScannedPage = {
  regions: Region[];
  fences: FencedBlock[];
  pairs: BracketPair[];
};

/** Never throws; linear in the page's length. A piece of a page has no front matter, so it is read from `start`. */
export function scanPage(
  source: string,
  format: PageFormat,
  start = frontMatterEnd(source),
): ScannedPage {
  const text = blankedEnds(source);
  const walk = walkLines(text, format, start);
  const scan: Scan = {
    ...walk,
    found: [],
    brackets: [],
    pairs: [],
    contentStart: start,
    indent: 0,
  };
  if (start > 0) scan.found.push({ kind: "front-matter", start: 0, end: start });
  while (scan.at < text.length) scanLine(scan);
  return {
    regions: withText(scan.found, text.length),
    fences: scan.fences,
    pairs: scan.pairs,
  };
}

function scanLine(scan: Scan): void {
  const line = readLine(scan);
  switch (line.kind) {
    case "blank":
      scan.brackets.length = 0;
      scan.at = line.end;
      return;
    case "text":
      scan.indent = line.text.length - line.text.trimStart().length;
      scanText(scan);
      return;
    case "long":
      scan.at = line.end;
      return;
    case "code":
    case "fence":
    case "highlight":
      take(scan, "code", line.end);
      return;
    default:
      take(scan, "markup", line.end);
  }
}

function scanText(scan: Scan): void {
  const line = lineAt(scan.text, scan.at);
  scan.contentStart = scan.at + line.length - line.trimStart().length;
  const definition = readDefinition(scan.text, scan.at, line);
  if (definition !== undefined) {
    scan.found.push(definition);
    scan.at += line.length + 1;
    return;
  }
  const mark = /^\s*(?::{3,}[ \t]*[\w-]*|(?:!{3}|\?{3}\+?)[ \t]+[\w-]+|--8<--.*)/.exec(line)?.[0];
  if (mark !== undefined) take(scan, "markup", scan.at + mark.length);
  scanInline(scan);
}

function take(scan: Scan, kind: "code" | "markup", end: number): void {
  const stop = Math.min(end, scan.text.length);
  if (stop > scan.at) scan.found.push({ kind, start: scan.at, end: stop });
  scan.at = Math.max(stop, scan.at + 1);
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
