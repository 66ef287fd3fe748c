import { startsStatement } from "./markup/script-scan.ts";
import type { PageFormat } from "./page-format.ts";
import type { Range, Region, TargetRegion } from "./region.ts";

/** A place on a page that names another file. */
export type PageLink = Range & {
  /** As written, with escapes of Markdown taken out. */
  target: string;
  /** 1-based line on which it stands. */
  line: number;
  form: TargetRegion["form"] | "import" | "front-matter";
  /** Markdown of the link text, or the label of a definition; "" for a bare address. */
  label: string;
  isImage: boolean;
  /** The whole link, with its text and brackets or its tag. */
  around: Range;
};

type Found = Omit<PageLink, "line">;

/** Every link and image outside code, links in the front matter, and what the page imports or includes, in order. */
export function pageLinks({ source, format, regions, lineOf }: ScannedPage): PageLink[] {
  const found = regions.flatMap((region, index): Found[] => {
    const { kind, start } = region;
    const text = source.slice(start, region.end);
    if (kind === "target") return [targetOf(region, text)];
    if (kind === "front-matter") return frontMatterTargets(text);
    if (isScriptBody(source, regions, index)) return fileTargets(text, start, ownModule);
    const scripts = format === "mdx" && kind !== "text" ? scriptTargets(text, start) : [];
    return kind === "code" ? scripts : [...scripts, ...fileTargets(text, start, included)];
  });
  return found.map((link) => ({ ...link, line: lineOf(link.start) }));
}

type ScannedPage = {
  source: string;
  format: PageFormat;
  regions: readonly Region[];
  lineOf(at: number): number;
};

/** Whether a reader of the page follows or sees it: not what the page imports or its front matter names. */
export function isForReader({ form }: PageLink): boolean {
  return form !== "import" && form !== "front-matter";
}

function targetOf(region: TargetRegion, written: string): Found {
  const { kind: _, form, ...place } = region;
  const isMarkdown = form === "inline" || form === "definition";
  const target = isMarkdown ? written.replace(/\\([!-/:-@[-`{-~])/g, "$1") : written;
  return { ...place, form, target };
}

const imported = /(?:\bfrom|\bimport)\s{0,20}(["'])(?<path>[^"'\n]{1,500})\1/g;
const required = /\b(?:require|import)\(\s{0,20}(["'])(?<path>\.[^"'\n]{1,500})\1/g;
/** A module that the script of a page names by its path: names alone are packages. */
const ownModule =
  /(?:\bfrom|\bimport)\s{0,20}\(?\s{0,20}(["'])(?<path>(?:\.{1,2}|[@~])?\/[^"'\n]{1,500})\1/g;
/** Other files that a page takes in: `<!--@include: ./part.md-->` and `<<< ./example.js`. */
const included =
  /(?:<!--\s{0,9}@include:\s{0,9}|^<<< {1,9})(?<path>\.{1,2}\/[^\s{}>#[]{1,500}?)(?=-->|[\s{#[]|$)/gm;

/** Whether a piece of code is not shown but run, between the tags of a script. */
export function isScriptBody(source: string, regions: readonly Region[], index: number): boolean {
  const opening = regions[index - 1];
  if (regions[index]?.kind !== "code" || opening?.kind !== "markup") return false;
  return /^<script[\s>]/i.test(source.slice(opening.start, opening.start + 8));
}

/** Statements, tags and expressions of MDX. */
function scriptTargets(text: string, start: number): Found[] {
  if (startsStatement(text, 0)) return fileTargets(text, start, imported);
  return /^[{<]/.test(text) ? fileTargets(text, start, required) : [];
}

function fileTargets(text: string, start: number, pattern: RegExp): Found[] {
  return [...text.matchAll(pattern)].map((match) => {
    const target = match.groups?.path ?? "";
    const at = start + match.index + match[0].lastIndexOf(target);
    const range = { start: at, end: at + target.length };
    return { target, ...range, form: "import", label: "", isImage: false, around: range };
  });
}

/** Keys by which a page names its own address, or former ones. */
const ownAddress = /^(?:slug|permalink|id|url|alias(?:es)?|canonical\w*|redirect\w*)$/i;

/** `link: /guides/keys`, as start pages have it: paths from the top, or with dots. */
function frontMatterTargets(text: string): Found[] {
  const targets: Found[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const match = /^[ \t]*(?:-[ \t]{1,9})?([\w-]{1,60}):[ \t]{1,9}(\S.{0,1000})$/.exec(line);
    const key = match?.[1] ?? "";
    const written = (match?.[2] ?? "").trimEnd();
    const inner = /^(["'])(.*)\1$/.exec(written)?.[2] ?? written;
    if (/^(?:\/|\.{1,2}\/)\S*$/.test(inner) && !/["']/.test(inner) && !ownAddress.test(key)) {
      const start = at + line.lastIndexOf(inner);
      const range = { start, end: start + inner.length };
      const place = { ...range, around: range, label: "", isImage: false };
      targets.push({ ...place, target: inner, form: "front-matter" });
    }
    at += line.length + 1;
  }
  return targets;
}
