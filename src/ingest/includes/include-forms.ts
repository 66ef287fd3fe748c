import type { FencedBlock } from "../../docs/page/fence.ts";
import { lineAt } from "../../docs/page/lines.ts";
import { readTag } from "../../docs/page/markup/read-tag.ts";
import type { Effort } from "../../docs/page/markup/script-scan.ts";
import { readTemplateTag } from "../../docs/page/markup/template-tag.ts";
import { endingOf } from "./include-path.ts";
import {
  type IncludeRequest,
  lineRange,
  requestOf,
  type Selection,
  splitReference,
} from "./include-request.ts";

/** Where a page may ask for a file: a place in its text. */
export type Place = { text: string; at: number; path: string; effort: Effort };

/** Names that the page's import statements give to files of text. */
export type Imports = Map<string, string>;

/** What the fenced block asks for: as a whole, or for its body. */
export function fenceInclude(
  text: string,
  { start, end, body, isClosed }: FencedBlock,
  from: string,
): IncludeRequest | undefined {
  const open = lineAt(text, start);
  const content = text.slice(body.start, body.end);
  const indent = open.length - open.trimStart().length;
  const stop = isClosed && text[end - 1] === "\n" ? end - 1 : end;
  const whole = directiveInclude(open, content, { from, start: start + indent, end: stop });
  return whole ?? bodyInclude(open, content, { from, start: body.start, end: body.start });
}

type Spot = { from: string; start: number; end: number };

/** ```` ```{include} x.md ```` and ```` ```{literalinclude} x.py ```` with their options below. */
function directiveInclude(open: string, body: string, spot: Spot): IncludeRequest | undefined {
  const match =
    /^\s*(?:`{3,}|~{3,}|:{3,})[ \t]*\{(include|literalinclude)\}[ \t]+(\S{1,300})\s*$/.exec(open);
  if (match === null) return undefined;
  const options = new Map(
    Array.from(body.matchAll(/^[ \t]*:([\w-]{1,40}):[ \t]*([^\n]{0,300})$/gm), (option) => [
      option[1] ?? "",
      (option[2] ?? "").trim(),
    ]),
  );
  const isCode = match[1] === "literalinclude" || options.has("code") || options.has("literal");
  return requestOf({
    ...spot,
    written: match[2] ?? "",
    selection: optionSelection(options),
    form: isCode ? "code" : "text",
    language: options.get("language") ?? options.get("code") ?? "",
  });
}

/** Which part the options of a directive ask for. */
export function optionSelection(options: Map<string, string>): Selection {
  const after = options.get("start-after");
  const before = options.get("end-before");
  if (after !== undefined || before !== undefined) return { kind: "between", after, before };
  const lines = options.get("lines");
  if (lines !== undefined) {
    const ranges = lines.split(",").map((range) => {
      const [from = "", to = from] = range.trim().split("-", 2);
      return { from: Number(from) || 1, to: Number(to) || Infinity };
    });
    return { kind: "lines", ranges };
  }
  const start = options.get("start-line");
  const stop = options.get("end-line");
  if (start === undefined && stop === undefined) return { kind: "all" };
  return lineRange(Number(start ?? 0) + 1, Number(stop) || Infinity);
}

/** ```` ```js file=./x.js#L2-L5 ```` with nothing in it. */
function bodyInclude(open: string, body: string, spot: Spot): IncludeRequest | undefined {
  const match = /\sfile=["']?([^\s"'#]{1,300})(?:#L(\d{1,7})(-)?L?(\d{1,7})?)?["']?(?:\s|$)/.exec(
    open,
  );
  if (match === null || body.trim() !== "") return undefined;
  const [, written = "", first, dash, last] = match;
  const from = Number(first ?? 1);
  const to = dash === undefined ? from : Number(last) || Infinity;
  return requestOf({
    ...spot,
    written: written.replace(/^<rootDir>\//, "/"),
    selection: first === undefined ? { kind: "all" } : lineRange(from, to),
    form: "body",
  });
}

const snippetFolders = ["snippets", "includes", "docs/snippets"];
const mostSnippets = 100;
const snippetMark = /^[ \t]*-{1,9}8<-{1,9}[ \t]*$/;

/** `--8<-- "x.md:2:10"` on a line of its own. */
export function snippetInclude({ text, at, path }: Place): IncludeRequest | undefined {
  const line = lineAt(text, at);
  const match = /^-{1,9}8<-{1,9}[ \t]+(?:"([^"]{1,300})"|'([^']{1,300})')[ \t]*$/.exec(line);
  if (match === null) return undefined;
  const reference = splitReference(match[1] ?? match[2] ?? "");
  const folders = snippetFolders;
  return requestOf({ start: at, end: at + line.length, from: path, folders, ...reference });
}

/** Files between two `--8<--` lines, one on each line, and where the block ends. */
export function snippetBlock({
  text,
  at,
  path,
}: Place): { requests: IncludeRequest[]; end: number } | undefined {
  const requests: IncludeRequest[] = [];
  const first = lineAt(text, at);
  if (!snippetMark.test(first)) return undefined;
  for (let next = at + first.length + 1; next < text.length; ) {
    const line = lineAt(text, next);
    const end = next + line.length;
    if (snippetMark.test(line) || requests.length > mostSnippets) return { requests, end };
    const reference = line.trim();
    if (reference !== "" && !reference.startsWith(";")) {
      const spot = { start: end - line.trimStart().length, end, from: path };
      requests.push(requestOf({ ...spot, folders: snippetFolders, ...splitReference(reference) }));
    }
    next = end + 1;
  }
  return undefined;
}

/** `<<< @/snippets/x.js#region{2} [Title]`; the numbers are lines to highlight. */
export function codeInclude({ text, at, path }: Place): IncludeRequest | undefined {
  const line = lineAt(text, at);
  const match =
    /^<<<[ \t]*([^\s#{}[\]]{1,300})(?:#([\w.-]{1,100}))?(?:\{([^{}]{0,100})\})?[ \t]*(?:\[[^\]]*\][ \t]*)?$/.exec(
      line,
    );
  if (match === null) return undefined;
  return requestOf({
    start: at,
    end: at + line.length,
    written: match[1] ?? "",
    from: path,
    selection: match[2] === undefined ? { kind: "all" } : { kind: "section", name: match[2] },
    form: "code",
    language: /(?:^|\s)([a-z]\w{0,20})/.exec(match[3] ?? "")?.[1] ?? "",
  });
}

/** `:::{include} x.md`, up to the line that closes it. */
export function colonInclude({ text, at, path }: Place): IncludeRequest | undefined {
  if (text[at] !== ":") return undefined;
  const line = lineAt(text, at);
  const bodyStart = at + line.length + 1;
  const close = /^[ \t]*:{3,}[ \t]*$/m.exec(text.slice(bodyStart, bodyStart + 2000));
  const body = text.slice(bodyStart, bodyStart + (close?.index ?? 0));
  const end = close === null ? bodyStart - 1 : bodyStart + close.index + close[0].length;
  return directiveInclude(line, body, { from: path, start: at, end });
}

/** `<Intro name="x" />` of an imported file, or `<Snippet file="x.mdx" />`. */
export function tagInclude(place: Place, imports: Imports): IncludeRequest | undefined {
  const name = /^<([A-Za-z_$][\w$]{0,80})/.exec(place.text.slice(place.at, place.at + 90))?.[1];
  const imported = imports.get(name ?? "");
  if (name === undefined || (imported === undefined && name !== "Snippet")) return undefined;
  const tag = readTag(place.text, place.at, place.effort);
  const written = imported ?? tag?.attributes.get("file");
  if (tag === undefined || written === undefined) return undefined;
  const folders = imported === undefined ? ["snippets", "_snippets"] : [];
  const spot = { start: place.at, end: tag.end, from: place.path };
  return requestOf({ ...spot, written, folders, values: tag.attributes });
}

/** `<!--@include: ./x.md{1,10}-->`, with a region where one is named: `./x.md#part`. */
export function commentInclude({ text, at, path }: Place): IncludeRequest | undefined {
  const match =
    /^<!--\s{0,9}@include:\s{0,9}([^\s#{}<>]{1,300})(?:#([\w.-]{1,100}))?(?:\{(\d{0,7}),?(\d{0,7})\})?\s{0,9}-->/.exec(
      text.slice(at, at + 500),
    );
  if (match === null) return undefined;
  const [all, written = "", name, from, to] = match;
  const lines: Selection =
    from || to ? lineRange(Number(from || 1), Number(to || Infinity)) : { kind: "all" };
  const selection: Selection = name === undefined ? lines : { kind: "section", name };
  return requestOf({ start: at, end: at + all.length, written, from: path, selection });
}

/** `{{#include file.rs:2:10}}`. */
export function bookInclude({ text, at, path }: Place): IncludeRequest | undefined {
  const match =
    /^\{\{#(?:include|rustdoc_include|playground)\s+([^{}\s]{1,300})[^{}\n]{0,100}\}\}/.exec(
      text.slice(at, at + 450),
    );
  if (match === null) return undefined;
  const end = at + match[0].length;
  return requestOf({ start: at, end, from: path, ...splitReference(match[1] ?? "") });
}

const templateFolders = new Map([
  ["include", ["_includes", "includes", "snippets", "_snippets"]],
  ["include_relative", []],
  ["include_cached", ["_includes"]],
  ["include-markdown", ["includes", "snippets"]],
  ["readfile", ["content", "includes", "snippets", "static"]],
]);

/** `{% include x.md %}`, `{% include-markdown "x.md" %}`, `{{< readfile file="x" >}}`. */
export function templateInclude({ text, at, path, effort }: Place): IncludeRequest | undefined {
  const tag = readTemplateTag(text, at, effort);
  const folders = templateFolders.get(tag?.name ?? "");
  if (tag === undefined || folders === undefined || tag.isClosing) return undefined;
  const bare = /^[^\s"'=]+(?=\s|$)/.exec(tag.rest)?.[0];
  const written = tag.named.get("file") ?? tag.named.get("path") ?? bare ?? tag.quoted[0] ?? "";
  // A page of HTML is a piece of the theme: with parameters it shows them, and they are text already.
  const isTheme = endingOf(written) === "html";
  if (!written.includes(".") || (isTheme && tag.named.size > 0)) return undefined;
  const isCode = tag.named.get("code") === "true" || /\bcode=true\b/.test(tag.rest);
  const after = tag.named.get("start");
  const before = tag.named.get("end");
  const isPart = tag.name === "include-markdown" && (after !== undefined || before !== undefined);
  return requestOf({
    start: at,
    end: tag.end,
    written,
    from: path,
    folders,
    selection: isPart ? { kind: "between", after, before } : { kind: "all" },
    form: isCode ? "code" : "text",
    language: tag.named.get("lang") ?? "",
    // Included templates know their parameters as `include.name`.
    values: new Map(Array.from(tag.named, ([name, value]) => [`include.${name}`, value])),
    isOptional: tag.name === "include" && !/\.(?:mdx?|markdown|txt)$/i.test(written),
  });
}
