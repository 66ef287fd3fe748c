import { closesFence, type Fence } from "../../docs/page/fence.ts";
import { candidatePaths } from "./include-path.ts";
import {
  type IncludeRequest,
  lineRange,
  type Selection,
  splitReference,
  wholeFile,
} from "./include-request.ts";
import { type Place, templateInclude } from "./include-templates.ts";

type Found = { requests: IncludeRequest[]; end: number };

/** What the fenced block at this place asks for, and where it ends: as a whole, for its body, or in single lines. */
export function fenceIncludes(place: Place, fence: Fence): Found {
  const open = lineFrom(place.text, place.at);
  const bodyStart = Math.min(place.at + open.length + 1, place.text.length);
  const { bodyEnd, end } = fenceEnd(place.text, bodyStart, fence);
  const body = place.text.slice(bodyStart, bodyEnd);
  const whole = directiveInclude(open, body, place.path);
  if (whole !== undefined) {
    const start = place.at + open.length - open.trimStart().length;
    return { requests: [{ ...whole, start, end: Math.max(start, end - 1) }], end };
  }
  const named = bodyInclude(open, body, place.path);
  if (named !== undefined)
    return { requests: [{ ...named, start: bodyStart, end: bodyStart }], end };
  return { requests: [...lineIncludes(place, bodyStart, bodyEnd)], end };
}

/** `--8<-- "x.md:2:10"` on a line of its own. */
export function snippetInclude(line: string, at: number, path: string): IncludeRequest | undefined {
  const match = /^([ \t]*)-{1,9}8<-{1,9}[ \t]+(?:"([^"]{1,300})"|'([^']{1,300})')[ \t]*$/.exec(
    line,
  );
  if (match === null) return undefined;
  return snippetRequest(match[2] ?? match[3] ?? "", path, {
    start: at + (match[1]?.length ?? 0),
    end: at + line.length,
  });
}

export function snippetRequest(
  reference: string,
  path: string,
  range: { start: number; end: number },
): IncludeRequest {
  const written = splitReference(reference);
  return {
    ...range,
    written: written.path,
    candidates: candidatePaths(written.path, path, ["snippets", "includes", "docs/snippets"]),
    selection: written.selection,
    form: "text",
    language: "",
    values: new Map(),
    isOptional: false,
  };
}

export function lineFrom(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(at, end === -1 ? text.length : end);
}

function fenceEnd(text: string, from: number, fence: Fence): { bodyEnd: number; end: number } {
  for (let at = from; at < text.length; ) {
    const line = lineFrom(text, at);
    const next = at + line.length + 1;
    if (closesFence(line, fence)) return { bodyEnd: at, end: next };
    at = next;
  }
  return { bodyEnd: text.length, end: text.length + 1 };
}

type Wanted = Omit<IncludeRequest, "start" | "end">;

/** ```` ```{include} x.md ```` and ```` ```{literalinclude} x.py ```` with their options below. */
export function directiveInclude(open: string, body: string, path: string): Wanted | undefined {
  const match =
    /^\s*(?:`{3,}|~{3,}|:{3,})[ \t]*\{(include|literalinclude)\}[ \t]+(\S{1,300})\s*$/.exec(open);
  if (match === null) return undefined;
  const options = new Map(
    Array.from(body.matchAll(/^[ \t]*:([\w-]{1,40}):[ \t]*([^\n]{0,300})$/gm), (option) => [
      option[1] ?? "",
      (option[2] ?? "").trim(),
    ]),
  );
  const written = match[2] ?? "";
  const isCode = match[1] === "literalinclude" || options.has("code") || options.has("literal");
  return {
    written,
    candidates: candidatePaths(written, path, []),
    selection: optionSelection(options),
    form: isCode ? "code" : "text",
    language: options.get("language") ?? options.get("code") ?? "",
    values: new Map(),
    isOptional: false,
  };
}

function optionSelection(options: Map<string, string>): Selection {
  const after = options.get("start-after");
  const before = options.get("end-before");
  if (after !== undefined || before !== undefined) return { kind: "between", after, before };
  const lines = options.get("lines");
  if (lines !== undefined) {
    const ranges = lines.split(",").map((range) => {
      const [from = "", to = from] = range.trim().split("-", 2);
      return { from: Number(from) || 1, to: Number(to) || Number.POSITIVE_INFINITY };
    });
    return { kind: "lines", ranges };
  }
  const start = options.get("start-line");
  const stop = options.get("end-line");
  if (start === undefined && stop === undefined) return wholeFile;
  return lineRange(Number(start ?? 0) + 1, Number(stop) || Number.POSITIVE_INFINITY);
}

/** ```` ```js file=./x.js#L2-L5 ```` with nothing in it. */
function bodyInclude(open: string, body: string, path: string): Wanted | undefined {
  const match = /\sfile=["']?([^\s"'#]{1,300})(?:#L(\d{1,7})(?:-L?(\d{1,7})?)?)?["']?(?:\s|$)/.exec(
    open,
  );
  if (match === null || body.trim() !== "") return undefined;
  const written = (match[1] ?? "").replace(/^<rootDir>\//, "/");
  const from = Number(match[2] ?? 1);
  const isRange = match[0].includes("-");
  const to =
    match[3] === undefined ? (isRange ? Number.POSITIVE_INFINITY : from) : Number(match[3]);
  return {
    written,
    candidates: candidatePaths(written, path, []),
    selection: match[2] === undefined ? wholeFile : lineRange(from, to),
    form: "body",
    language: "",
    values: new Map(),
    isOptional: false,
  };
}

/** Snippets of MkDocs and mdBook stand inside code too; a page about them shows the mark itself, so it stays without the file. */
function* lineIncludes(place: Place, from: number, to: number): Generator<IncludeRequest> {
  for (let at = from; at < to; ) {
    const line = lineFrom(place.text, at);
    const indent = line.length - line.trimStart().length;
    const found = line.includes("8<-")
      ? snippetInclude(line, at, place.path)
      : line.startsWith("{{#", indent)
        ? templateInclude({ ...place, at: at + indent })
        : undefined;
    if (found !== undefined) {
      yield { ...found, form: "text", isOptional: true };
    }
    at += line.length + 1;
  }
}
