import { isWithin, listCode } from "./list-code.ts";
import { startsStatement } from "./markup/script-scan.ts";
import type { PageFormat } from "./markup/strip-markup.ts";
import { pageRegions, type TargetRegion } from "./regions.ts";

/** A place on a page that names another file. */
export type PageTarget = {
  /** As written, with escapes of Markdown taken out. */
  target: string;
  start: number;
  end: number;
  form: TargetRegion["form"] | "import" | "front-matter";
  /** Markdown of the link text, or the label of a definition. */
  label: string;
  isImage: boolean;
};

/** Every link and image outside code, links in the front matter, and what the page imports or includes, in order. */
export function pageTargets(source: string, format: PageFormat): PageTarget[] {
  const isCode = isWithin(listCode(source.replaceAll("\r", " "), format));
  const targets = pageRegions(source, format).flatMap((region) => {
    const { kind, start } = region;
    const text = source.slice(start, region.end);
    if (kind === "target") return [targetOf(region, text)];
    if (kind === "front-matter") return frontMatterTargets(text);
    const scripts = format === "mdx" && kind !== "text" ? scriptTargets(text, start) : [];
    return kind === "code" ? scripts : [...scripts, ...fileTargets(text, start, included)];
  });
  return targets.filter(({ start }) => !isCode(start));
}

export function formatOf(path: string): PageFormat {
  return /\.mdx$/i.test(path) ? "mdx" : "md";
}

function targetOf({ start, end, form, label, isImage }: TargetRegion, written: string): PageTarget {
  const isMarkdown = form === "inline" || form === "definition";
  const target = isMarkdown ? written.replace(/\\([!-/:-@[-`{-~])/g, "$1") : written;
  return { target, start, end, form, label, isImage };
}

const imported = /(?:\bfrom|\bimport)\s{0,20}(["'])(?<path>[^"'\n]{1,500})\1/g;
const required = /\b(?:require|import)\(\s{0,20}(["'])(?<path>\.[^"'\n]{1,500})\1/g;
/** As VitePress takes in other files: `<!--@include: ./part.md-->` and `<<< ./example.js`. */
const included =
  /(?:<!--\s{0,9}@include:\s{0,9}|^<<< {1,9})(?<path>\.{1,2}\/[^\s{}>#[]{1,500}?)(?=-->|[\s{#[]|$)/gm;

/** Statements, tags and expressions of MDX. */
function scriptTargets(text: string, start: number): PageTarget[] {
  if (startsStatement(text, 0)) return fileTargets(text, start, imported);
  return /^[{<]/.test(text) ? fileTargets(text, start, required) : [];
}

function fileTargets(text: string, start: number, pattern: RegExp): PageTarget[] {
  return [...text.matchAll(pattern)].map((match) => {
    const target = match.groups?.path ?? "";
    const at = start + match.index + match[0].lastIndexOf(target);
    const range = { start: at, end: at + target.length };
    return { target, ...range, form: "import", label: "", isImage: false };
  });
}

/** Keys by which a page names its own address, or former ones. */
const ownAddress = /^(?:slug|permalink|id|url|alias(?:es)?|canonical\w*|redirect\w*)$/i;

/** `link: /guides/keys`, as start pages have it: paths from the top, or with dots. */
function frontMatterTargets(text: string): PageTarget[] {
  const targets: PageTarget[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const match = /^[ \t]*(?:-[ \t]{1,9})?([\w-]{1,60}):[ \t]{1,9}(\S.{0,1000})$/.exec(line);
    const key = match?.[1] ?? "";
    const written = (match?.[2] ?? "").trimEnd();
    const inner = /^(["'])(.*)\1$/.exec(written)?.[2] ?? written;
    if (/^(?:\/|\.{1,2}\/)\S*$/.test(inner) && !/["']/.test(inner) && !ownAddress.test(key)) {
      const start = at + line.lastIndexOf(inner);
      const range = { start, end: start + inner.length };
      targets.push({ target: inner, ...range, form: "front-matter", label: "", isImage: false });
    }
    at += line.length + 1;
  }
  return targets;
}
