import { effortFor } from "../../docs/page/markup/script-scan.ts";
import { type Page, readPage } from "../../docs/page/page.ts";
import { formatOf } from "../../docs/page/page-format.ts";
import { isEscaped } from "../../docs/page/read-target.ts";
import type { Region } from "../../docs/page/region.ts";
import {
  bookInclude,
  codeInclude,
  colonInclude,
  commentInclude,
  fenceInclude,
  type Imports,
  type Place,
  snippetBlock,
  snippetInclude,
  tagInclude,
  templateInclude,
} from "./include-forms.ts";
import type { IncludeRequest } from "./include-request.ts";
import { lineIncludes } from "./line-includes.ts";

/** A page that asks for other files. `content` has lost the imports of text files; places are places in it. */
export type ScannedPage = { content: string; requests: IncludeRequest[] };

/** Cheap looks, because most pages ask for nothing. */
const anyForm =
  /<Snippet\s|@include:|<<<|8<-|\sfile=|\{(?:literal)?include\}|\{%-?\s{0,9}include|\{\{[<%]\s{0,9}(?:readfile|include)|\{\{#/;
const anyImport = /^ {0,3}import[ \t][^\n]{1,400}\.mdx?["']/im;

export function scanIncludes(
  { path, content }: { path: string; content: string },
  values: ReadonlyMap<string, string>,
): ScannedPage {
  const onLines = lineIncludes({ path, content }, values);
  if (onLines !== undefined) return { content, requests: onLines };
  if (!anyForm.test(content) && !anyImport.test(content)) return { content, requests: [] };
  const page = readPage(content.replaceAll("\r\n", "\n"), formatOf(path));
  const { imports, rest } = takeImports(page);
  const own = imports.size === 0 ? page : readPage(rest, page.format);
  const requests = requestsIn(own, path, imports);
  return requests.length === 0 ? { content, requests } : { content: rest, requests };
}

const importLine =
  /^ {0,3}import[ \t]+([A-Za-z_$][\w$]{0,80})[ \t]+from[ \t]+(?:"([^"\n]{1,300}\.mdx?)"|'([^'\n]{1,300}\.mdx?)')[ \t]*(?:;[ \t]*)?$/gim;

/** Takes the imports of text files out of the lines, which stay as empty lines. */
function takeImports({ source, regions }: Page): { imports: Imports; rest: string } {
  const imports: Imports = new Map();
  const regionAt = finder(regions);
  const rest = source.replace(importLine, (written, name: string, one, other, at: number) => {
    if (regionAt(at)?.kind === "code") return written;
    imports.set(name, one ?? other ?? "");
    return "";
  });
  return { imports, rest };
}

/** Regions by place, asked for in order. */
function finder(regions: readonly Region[]): (at: number) => Region | undefined {
  let index = 0;
  return (at) => {
    while ((regions[index]?.end ?? Infinity) <= at) index += 1;
    return regions[index];
  };
}

const mark = /<<<|-{1,9}8<|(?<!:):{3,}\{(?:literal)?include\}|<!--|<[A-Z]|\{[{%]/g;

/** In order; of two that overlap the first counts. */
function requestsIn(page: Page, path: string, imports: Imports): IncludeRequest[] {
  const { source: text, fences } = page;
  const regionAt = finder(page.regions);
  const found = fences.flatMap((fence) => fenceInclude(text, fence, path) ?? []);
  const effort = effortFor(text);
  let next = 0;
  for (const { index: at } of text.matchAll(mark)) {
    if (at < next) continue;
    const place: Place = { text, at, path, effort };
    const own = requestsAt(place, regionAt(at), imports);
    next = own.end;
    found.push(...own.requests);
  }
  let end = 0;
  return found
    .sort((left, right) => left.start - right.start)
    .filter((request) => {
      const isApart = request.start >= end;
      if (isApart) end = request.end;
      return isApart;
    });
}

/** What is asked for at a place, and where to go on. */
type Asked = { requests: IncludeRequest[]; end: number };

function requestsAt(place: Place, region: Region | undefined, imports: Imports): Asked {
  const { text, at } = place;
  const none: Asked = { requests: [], end: at };
  const one = (found: IncludeRequest | undefined): Asked =>
    found === undefined ? none : { requests: [found], end: found.end };
  const startsLine = /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - longestIndent), at));
  if (region?.kind === "code") return startsLine ? one(shownInclude(place)) : none;
  if (region?.kind !== "text" && region?.kind !== "markup") return none;
  if (startsLine && /[-<:]/.test(text.charAt(at))) {
    const whole = snippetInclude(place) ?? codeInclude(place) ?? colonInclude(place);
    const block = whole === undefined ? snippetBlock(place) : undefined;
    if (block !== undefined) return block;
    if (whole !== undefined) return one(whole);
  }
  const isOwn = region.kind === "markup" ? region.start === at : !isEscaped(text, at);
  return isOwn ? inlineRequest(place, imports, one) : none;
}

const longestIndent = 200;

/** Snippets stand inside code too; a page about them shows the mark itself, so it stays without the file. */
function shownInclude(place: Place): IncludeRequest | undefined {
  const found = snippetInclude(place) ?? bookInclude(place);
  return found && { ...found, form: "text", isOptional: true };
}

function inlineRequest(
  place: Place,
  imports: Imports,
  one: (found: IncludeRequest | undefined) => Asked,
): Asked {
  const { text, at } = place;
  if (text.startsWith("<!--", at)) return one(commentInclude(place));
  if (text[at] === "<") return one(tagInclude(place, imports));
  if (text.startsWith("{{#", at)) return one(bookInclude(place));
  return isRaw(place) ? { requests: [], end: rawEnd(place) } : one(templateInclude(place));
}

/** Between `{% raw %}` and `{% endraw %}` a page shows template tags as they are. */
function isRaw({ text, at }: Place): boolean {
  return /^\{%-?\s{0,9}raw\s{0,9}-?%\}/.test(text.slice(at, at + 40));
}

function rawEnd({ text, at, effort }: Place): number {
  const end = effort.left > 0 ? text.indexOf("endraw", at) : -1;
  if (end === -1) effort.left -= text.length - at;
  return Math.max(end, at);
}
