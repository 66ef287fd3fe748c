import { readCodeSpan } from "../../docs/page/code-span.ts";
import { openFence } from "../../docs/page/fence.ts";
import { effortFor } from "../../docs/page/markup/script-scan.ts";
import {
  directiveInclude,
  fenceIncludes,
  lineFrom,
  snippetInclude,
  snippetRequest,
} from "./include-fences.ts";
import { candidatePaths } from "./include-path.ts";
import { type IncludeRequest, wholeFile } from "./include-request.ts";
import { commentInclude, type Imports, tagInclude, takeImports } from "./include-tags.ts";
import { type Place, templateInclude } from "./include-templates.ts";

/** A page that asks for other files. `content` has lost the imports of text files; places are places in it. */
export type ScannedPage = { content: string; requests: IncludeRequest[] };

const anyForm =
  /\bimport\s|<Snippet\s|@include:|<<<|8<-|\sfile=|\{(?:literal)?include\}|\{%-?\s{0,9}include|\{\{[<%]\s{0,9}(?:readfile|include)|\{\{#/;

export function scanIncludes(page: { path: string; content: string }): ScannedPage {
  if (!anyForm.test(page.content)) return { content: page.content, requests: [] };
  const lines = page.content.replaceAll("\r\n", "\n").split("\n");
  const imports = takeImports(lines);
  const content = lines.join("\n");
  const requests: IncludeRequest[] = [];
  const place: Place = {
    text: content,
    at: frontMatterEnd(content),
    path: page.path,
    effort: effortFor(content),
  };
  while (place.at < content.length) requests.push(...scanLine(place, imports));
  return requests.length === 0 ? { content: page.content, requests } : { content, requests };
}

function frontMatterEnd(text: string): number {
  const mark = /^(?:---|\+\+\+)[ \t]*\n/.exec(text)?.[0].trimEnd();
  const close = mark === undefined ? -1 : text.indexOf(`\n${mark}`);
  return close === -1 ? 0 : close + 4;
}

function scanLine(place: Place, imports: Imports): IncludeRequest[] {
  const line = lineFrom(place.text, place.at);
  const fence = openFence(line);
  if (fence !== undefined) {
    const { requests, end } = fenceIncludes(place, fence);
    place.at = end;
    return requests;
  }
  const content = line.trimStart();
  if (content.startsWith(":::{")) return colonDirective(place, line);
  if (content.startsWith("<<<") || content.includes("8<-")) {
    const found = wholeLine(place, line);
    if (found !== undefined) return found;
  }
  return [...scanInline(place, imports)];
}

/** `:::{include} x.md`, up to the line that closes it. */
function colonDirective(place: Place, line: string): IncludeRequest[] {
  const start = place.at + line.length - line.trimStart().length;
  place.at += line.length + 1;
  if (!/\{(?:literal)?include\}/.test(line)) return [];
  const close = /^[ \t]*:{3,}[ \t]*$/m.exec(place.text.slice(place.at, place.at + 2000));
  const body = place.text.slice(place.at, place.at + (close?.index ?? 0));
  const wanted = directiveInclude(line, body, place.path);
  if (wanted === undefined) return [];
  if (close !== null) place.at += close.index + close[0].length + 1;
  return [{ ...wanted, start, end: place.at - 1 }];
}

function wholeLine(place: Place, line: string): IncludeRequest[] | undefined {
  const single =
    snippetInclude(line, place.at, place.path) ?? codeInclude(line, place.at, place.path);
  if (single === undefined) return snippetBlock(place, line);
  place.at += line.length + 1;
  return [single];
}

/** `<<< @/snippets/x.js#region{2} [Title]` of VitePress; the numbers are lines to highlight. */
function codeInclude(line: string, at: number, path: string): IncludeRequest | undefined {
  const match =
    /^([ \t]*)<<<[ \t]*([^\s#{}[\]]{1,300})(?:#([\w.-]{1,100}))?(?:\{([^{}]{0,100})\})?[ \t]*(?:\[[^\]]*\])?[ \t]*$/.exec(
      line,
    );
  if (match === null) return undefined;
  const written = match[2] ?? "";
  return {
    start: at + (match[1]?.length ?? 0),
    end: at + line.length,
    written,
    candidates: candidatePaths(written, path, []),
    selection: match[3] === undefined ? wholeFile : { kind: "section", name: match[3] },
    form: "code",
    language: /(?:^|\s)([a-z]\w{0,20})/.exec(match[4] ?? "")?.[1] ?? "",
    values: new Map(),
    isOptional: false,
  };
}

/** Files between two `--8<--` lines, one on each line. */
function snippetBlock(place: Place, line: string): IncludeRequest[] | undefined {
  const mark = /^[ \t]*-{1,9}8<-{1,9}[ \t]*$/;
  if (!mark.test(line)) return undefined;
  const requests: IncludeRequest[] = [];
  for (let at = place.at + line.length + 1; at < place.text.length; ) {
    const inner = lineFrom(place.text, at);
    const end = at + inner.length;
    if (mark.test(inner) || requests.length > 100) {
      place.at = end + 1;
      return requests;
    }
    const reference = inner.trim();
    if (reference !== "" && !reference.startsWith(";")) {
      requests.push(
        snippetRequest(reference, place.path, { start: end - inner.trimStart().length, end }),
      );
    }
    at = end + 1;
  }
  return undefined;
}

/** Goes on to the end of the line, or to where a comment, a tag or a code span that began on it ends. */
function* scanInline(place: Place, imports: Imports): Generator<IncludeRequest> {
  const special = /[\n\\`]|<!--|<[A-Z]|\{[{%]|\{\/\*/g;
  while (place.at < place.text.length) {
    special.lastIndex = place.at;
    const match = special.exec(place.text);
    place.at = match?.index ?? place.text.length;
    if (match === null || match[0] === "\n") {
      place.at += 1;
      return;
    }
    const found = requestAt(place, match[0], imports);
    if (found !== undefined) yield found;
    place.at = found?.end ?? skipped(place, match[0]);
  }
}

function requestAt(place: Place, mark: string, imports: Imports): IncludeRequest | undefined {
  if (mark === "<!--") return commentInclude(place);
  if (mark.startsWith("<")) return tagInclude(place, imports);
  return mark === "{{" || mark === "{%" ? templateInclude(place) : undefined;
}

function skipped(place: Place, mark: string): number {
  if (mark === "`") return readCodeSpan(place.text, place.at).end;
  if (mark === "\\") return place.at + 2;
  const close = mark === "{%" && isRaw(place) ? "{% endraw" : closers.get(mark);
  if (close === undefined || place.effort.left <= 0) return place.at + 1;
  const end = place.text.indexOf(close, place.at);
  if (end === -1) place.effort.left -= place.text.length - place.at;
  return end === -1 ? place.at + mark.length : end + close.length;
}

const closers = new Map([
  ["<!--", "-->"],
  ["{/*", "*/"],
]);

/** Between `{% raw %}` and `{% endraw %}` a page shows template tags as they are. */
function isRaw({ text, at }: Place): boolean {
  return /^\{%-?\s{0,9}raw\s{0,9}-?%\}/.test(text.slice(at, at + 40));
}
