import { readFrontMatter } from "../../docs/page/front-matter.ts";
import { readPage } from "../../docs/page/page.ts";
import type { PageProblem } from "../../docs/page/parsed-page.ts";
import { endingOf } from "./include-path.ts";
import type { IncludeRequest } from "./include-request.ts";
import { type ScannedPage, scanIncludes } from "./include-scan.ts";
import { selectLines } from "./include-select.ts";

const maxDepth = 5;
const maxIncludes = 1000;
const longestIndent = 40;
const maxProblems = 100;
const maxInserted = 1_000_000;
/** Bounds the work where a page asks for small parts of large files again and again. */
const maxRead = 20_000_000;

export type PageFile = { path: string; content: string };
/** Lines from `from` up to `to`, counted from 0, that stand in the place of `count` lines of the page. */
export type InsertedLines = { from: number; to: number; count: number };
type ExpandedPage = {
  content: string;
  includes: string[];
  problems: PageProblem[];
  inserted: InsertedLines[];
};
/** What pages may name in the paths of files. */
export type NamedValues = ReadonlyMap<string, string>;

/** Paths this page asks for, resolved inside the source ("/" = top of the docs); never outside, never absolute on disk. */
export function findIncludes(page: PageFile, values: NamedValues = new Map()): string[] {
  const { requests } = scanIncludes(page, values);
  return [...new Set(requests.flatMap(({ candidates }) => candidates))];
}

/**
 * The page with includes replaced by the text of the files; `read` gives a file's text or undefined. Lines of
 * problems are lines of the new text.
 */
export function expandIncludes(
  page: PageFile,
  read: (path: string) => string | undefined,
  values: NamedValues = new Map(),
): ExpandedPage {
  const work: Work = {
    read,
    values,
    includes: new Set(),
    left: { includes: maxIncludes, inserted: maxInserted, read: maxRead },
  };
  return { ...expand(work, page, []), includes: [...work.includes] };
}

type Work = {
  read: (path: string) => string | undefined;
  values: NamedValues;
  includes: Set<string>;
  left: { includes: number; inserted: number; read: number };
};
type Expanded = Omit<ExpandedPage, "includes">;

function expand(work: Work, page: PageFile, above: string[]): Expanded {
  const scanned: ScannedPage = scanIncludes(page, work.values);
  if (scanned.requests.length === 0) return { content: page.content, problems: [], inserted: [] };
  const output: string[] = [];
  const problems: PageProblem[] = [];
  const inserted: InsertedLines[] = [];
  let line = 1;
  let at = 0;
  const add = (text: string) => {
    output.push(text);
    line += text.split("\n").length - 1;
  };
  for (const request of scanned.requests) {
    add(scanned.content.slice(at, request.start));
    at = request.end;
    const found = replacement(work, request, [...above, page.path]);
    for (const problem of found.problems.slice(0, maxProblems - problems.length)) {
      problems.push({ ...problem, line: line + problem.line - 1 });
    }
    const left = scanned.content.slice(request.start, at);
    const from = line - 1;
    add(found.content === undefined ? left : indented(scanned.content, request, found.content));
    inserted.push({ from, to: line, count: left.split("\n").length });
  }
  add(scanned.content.slice(at));
  return { content: output.join(""), problems, inserted };
}

type Replacement = { content: string | undefined; problems: PageProblem[] };

function replacement(work: Work, request: IncludeRequest, above: string[]): Replacement {
  const refused = (message: string): Replacement => {
    if (request.isOptional) return { content: undefined, problems: [] };
    return { content: "", problems: request.isDropped ? [] : [{ line: 1, message }] };
  };
  const name = request.written.slice(0, 200);
  if (request.candidates.length === 0) {
    return refused(`The included file ${name} is outside the docs or not a text file.`);
  }
  if (above.length > maxDepth) return refused(`${name} is included more than ${maxDepth} deep.`);
  if (work.left.includes <= 0) return refused("The page includes too many files.");
  work.left.includes -= 1;
  const file = firstFile(work, request);
  if (file === undefined) return refused(`The included file ${name} was not found.`);
  if (above.includes(file.path)) return refused(`The included file ${name} includes itself.`);
  work.left.read -= file.content.length;
  const lines = work.left.read < 0 ? undefined : linesOf(file.content, request);
  if (lines === undefined) return refused(`The included part of ${name} was not found.`);
  const before = work.left.inserted;
  const inserted = finished(work, request, { path: file.path, lines, above });
  // What the files inside it brought in is counted already.
  const own = inserted.content.length - (before - work.left.inserted);
  if (own > work.left.inserted) return refused("The included text is longer than 1 MB.");
  work.left.inserted -= own;
  work.includes.add(file.path);
  return inserted;
}

function firstFile(work: Work, request: IncludeRequest): PageFile | undefined {
  for (const path of request.candidates) {
    const content = work.read(path);
    if (content !== undefined) return { path, content };
  }
  return undefined;
}

function linesOf(content: string, request: IncludeRequest): string[] | undefined {
  const lines = content
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .split("\n");
  const selected = selectLines(lines, request.selection);
  const isPage = /^(?:mdx?|markdown|html)$/.test(endingOf(request.candidates[0] ?? ""));
  if (selected === undefined || !isPage || request.form !== "text") return selected;
  return selected.slice(readFrontMatter(selected.join("\n")).lineCount);
}

function finished(
  work: Work,
  request: IncludeRequest,
  file: { path: string; lines: string[]; above: string[] },
): Expanded {
  if (request.form !== "text") {
    const code = trimmed(file.lines);
    const none = { problems: [], inserted: [] };
    if (request.form === "body") return { content: `${code}\n`, ...none };
    const write = request.form === "code" ? fenced : directive;
    return { content: write(request, file.path, code), ...none };
  }
  const content = fillValues(trimmed(file.lines), request.values, work.left.inserted);
  return expand(work, { path: file.path, content }, file.above);
}

function trimmed(lines: string[]): string {
  return lines
    .join("\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}

function fenced(request: IncludeRequest, path: string, code: string): string {
  let length = 3;
  for (const run of code.matchAll(/`{3,}/g)) length = Math.max(length, run[0].length + 1);
  const fence = "`".repeat(Math.min(length, 100));
  return `${fence}${request.language || endingOf(path)}\n${code}\n${fence}`;
}

function directive(request: IncludeRequest, path: string, code: string): string {
  const body = code.replace(/^(?=[^\n])/gm, "   ");
  return `.. code-block:: ${request.language || endingOf(path)}\n\n${body}`;
}

/** Text in the place of an indented line stands as far in as that line. */
function indented(page: string, request: IncludeRequest, text: string): string {
  const near = page.slice(Math.max(0, request.start - longestIndent - 1), request.start);
  const before = near.slice(near.lastIndexOf("\n") + 1);
  if (
    before === "" ||
    before.trim() !== "" ||
    before.length > longestIndent ||
    !text.includes("\n")
  )
    return text;
  return text.replaceAll(/\n(?=[^\n])/g, `\n${before}`);
}

const longestValue = 500;
const use =
  /\{\s{0,5}(?:props\.)?([A-Za-z_]\w{0,60})\s{0,5}\}|\{\{-?\s{0,5}(include\.[\w-]{1,60})\s{0,5}-?\}\}/g;

/** Puts the values that a page hands over where the file names them: `{props.name}`, `{name}`, `{{ include.name }}`. Code stays. */
function fillValues(text: string, values: Map<string, string>, room: number): string {
  if (values.size === 0 || !text.includes("{")) return text;
  let left = room;
  const fences = readPage(text, "md").fences[Symbol.iterator]();
  let fence = fences.next();
  return text.replace(use, (written, name?: string, parameter?: string, at = 0) => {
    while (!fence.done && fence.value.end <= at) fence = fences.next();
    const isCode = !fence.done && fence.value.start <= at;
    const value = isCode ? undefined : values.get(name ?? parameter ?? "")?.slice(0, longestValue);
    if (value === undefined || left < value.length) return written;
    left -= value.length;
    return value.replace(/\s+/g, " ");
  });
}
