import { codeSpan } from "../../text/markdown-writing.ts";
import { type Brackets, createBrackets, readTarget } from "./brackets.ts";
import { type AllowedUrl, longestConstruct, type Output, type Piece } from "./output.ts";
import { readLine } from "./read-line.ts";

type Lexer = { push(text: string): void; end(): void };

/** `wake` matches what the text must bring before another look is worth it. */
type Step = { length: number } | { wake: RegExp };
type Reading = {
  text: string;
  isFinal: boolean;
  output: Output;
  /** The line so far, behind which the text goes on. */
  line: string;
  add(piece: Piece): void;
};

const special = /[\n\\`<[\]!~]| (?=\[|$)/g;
const longestRow = 200;
const anything = /[\s\S]/;
const autolink = /^<((?:[a-z][a-z0-9+.-]{1,31}:|[^\s<>@`:]{1,100}@)[^\s<>`]{0,1900})>/i;
const longestFenceLine = 300;
const longestSpan = 1_000;
const containers = /^(?:[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]){0,100}$/;
/** Where a paragraph surely ends, or might: a code span is not followed any further. */
const paragraphEnd = /\n[ \t]*(?:\n|[-*+>#|=_]|\d{1,9}[.)]|`{3}|~{3})/;
const bare = /(?<!\\)\|/g;
const longestPrefix = 200;
const marker = /\[(\d{1,4}(?:, ?\d{1,4}){0,9})\]/y;
const between = /,? ?(?=\[\d)/y;
const unfinished = /(?:,? ?)(?:\[[\d, ]{0,60})?$/y;
const mostMarkers = 20;

/** Cuts the model's text into pieces as it comes. */
export function createLexer(
  output: Output,
  sink: (piece: Piece) => void,
  allowedUrl: AllowedUrl,
): Lexer {
  const brackets = createBrackets(sink, allowedUrl);
  let held = "";
  let wake: RegExp | undefined;
  let isCodeLine = false;

  function step(isFinal: boolean): Step {
    const line = brackets.isOpen() ? "[" : output.line();
    const reading: Reading = { text: held, isFinal, output, line, add: brackets.add };
    if (line === "") isCodeLine = true;
    if (output.blocks().fence === undefined) isCodeLine = false;
    if (isCodeLine) {
      const fenced = readFencedLine(reading);
      if (fenced !== undefined) return fenced;
      isCodeLine = false;
    }
    const guarded = output.isTableForbidden() ? guardTable(reading) : undefined;
    if (guarded !== undefined) return guarded;
    special.lastIndex = 0;
    const at = special.exec(held)?.index ?? held.length;
    if (at > 0) {
      brackets.add({ kind: "plain", text: held.slice(0, at) });
      return { length: at };
    }
    if (held[0] !== "\n") return readInline(reading, brackets, allowedUrl);
    brackets.release();
    brackets.add({ kind: "line" });
    return { length: 1 };
  }

  function advance(isFinal: boolean): void {
    wake = undefined;
    while (held !== "") {
      const result = step(isFinal);
      if ("wake" in result) {
        wake = result.wake;
        return;
      }
      held = held.slice(result.length);
    }
  }

  return {
    push(text) {
      held += text;
      if (wake !== undefined && held.length < longestConstruct && !wake.test(text)) return;
      advance(false);
    },
    end() {
      advance(true);
      brackets.release();
    },
  };
}

function readInline(reading: Reading, brackets: Brackets, allowedUrl: AllowedUrl): Step {
  const { text } = reading;
  switch (text[0]) {
    case "\\":
      return readEscape(reading);
    case "`":
    case "~":
      return readCode(reading);
    case "<":
      return readAngle(reading, allowedUrl);
    case " ":
    case "[":
    case "!":
      return readBracket(reading, brackets);
    case "]":
      return readBracketEnd(reading, brackets);
    default:
      return plain(reading, 1);
  }
}

/** A line that would make a table of the one above begins with an escaped character, and is a line of text. */
function guardTable({ text, isFinal, line, add }: Reading): Step | undefined {
  if (line !== "") return undefined;
  const row = /^[ \t>]*([|:-][ \t|:-]*)?/.exec(text.slice(0, longestRow))?.[0] ?? "";
  if (row.length === text.length && !isFinal && row.length < longestRow)
    return { wake: /[^ \t>|:-]/ };
  const start = row.search(/[|:-]/);
  // Brackets may leave nothing behind, and then the line goes on with more of the row.
  const isRow = row.length === longestRow || /^(?:$|[\n[!])/.test(text.charAt(row.length));
  if (start === -1 || !isRow) return undefined;
  add({ kind: "raw", text: `${row.slice(0, start)}\\${row[start]}` });
  return { length: start + 1 };
}

function plain({ text, add }: Reading, length: number): Step {
  add({ kind: "plain", text: text.slice(0, length) });
  return { length };
}

/** An escaped sign that means nothing to Markdown loses its backslash, so that it cannot hide an address. */
function readEscape(reading: Reading): Step {
  const { text, isFinal, line, add } = reading;
  const next = text[1];
  if (next === undefined && !isFinal) return { wake: anything };
  if (next === undefined || !/[!-/:-@[-`{-~]/.test(next)) return plain(reading, 1);
  const isNumber = next === "." && /(?:^|[^\p{L}\p{N}])\d{1,9}$/u.test(line.slice(-12));
  if (/[:/@.]/.test(next) && !isNumber) add({ kind: "plain", text: next });
  else add({ kind: "raw", text: `\\${next}` });
  return { length: 2 };
}

function readAngle(reading: Reading, allowedUrl: AllowedUrl): Step {
  const { text, isFinal, add } = reading;
  const match = autolink.exec(text.slice(0, longestConstruct));
  if (match === null) {
    const mayGoOn = !isFinal && text.length < longestConstruct && /^<[^\s<>`]*$/.test(text);
    return mayGoOn ? { wake: /[\s<>`]/ } : plain(reading, 1);
  }
  const [whole, address = ""] = match;
  const url = allowedUrl(address);
  if (url === undefined) add({ kind: "code", text: codeSpan(address) });
  else add({ kind: "raw", text: `<${url}>` });
  return { length: whole.length };
}

/** A bracket, with the space before it or the mark of an image. */
function readBracket(reading: Reading, brackets: Brackets): Step {
  const { text, isFinal, add } = reading;
  const lead = text[0] === "[" ? "" : (text[0] ?? "");
  if (text.length === lead.length && !isFinal) return { wake: anything };
  if (text[lead.length] !== "[") return plain(reading, 1);
  const marks = readMarks(text, lead.length, isFinal);
  if (marks === "incomplete") return { wake: anything };
  if (marks !== undefined) {
    const target =
      text[marks.end] === "(" ? readTarget(text.slice(0, longestConstruct), marks.end) : undefined;
    if (target === "incomplete" && !isFinal && text.length < longestConstruct)
      return { wake: /[)\n]/ };
    if (lead === "!") add({ kind: "plain", text: "!" });
    add({ kind: "marks", numbers: marks.numbers, gap: lead === " " ? " " : "" });
    return { length: typeof target === "object" ? target.end : marks.end };
  }
  if (lead === " ") add({ kind: "plain", text: " " });
  brackets.open(lead === "!");
  return { length: lead.length + 1 };
}

function readBracketEnd(reading: Reading, brackets: Brackets): Step {
  const { text, isFinal } = reading;
  if (!brackets.isOpen()) return plain(reading, 1);
  if (text.length === 1 && !isFinal) return { wake: anything };
  const target = text[1] === "(" ? readTarget(text.slice(0, longestConstruct), 1) : undefined;
  if (target === "incomplete" && !isFinal && text.length < longestConstruct)
    return { wake: /[)\n]/ };
  const isLink = typeof target === "object";
  brackets.close(isLink ? target.url : undefined);
  return { length: isLink ? target.end : 1 };
}

/** A run of backticks or tildes: it opens a fence, it is a code span with its end, or it is shown as it is. */
function readCode(reading: Reading): Step {
  const { text, isFinal, line, add } = reading;
  const sign = text.charAt(0);
  let length = 1;
  while (text[length] === sign && length < longestFenceLine) length += 1;
  if (length === text.length && !isFinal) return { wake: anything };
  const fence =
    length >= 3 && line.length < longestFenceLine && containers.test(line)
      ? readFenceOpening(reading)
      : undefined;
  if (fence !== undefined) return fence;
  if (sign === "`" && length < longestFenceLine) return readSpan(reading, length);
  if (sign === "~" && length < 3) add({ kind: "plain", text: sign.repeat(length) });
  else add({ kind: "raw", text: `\\${sign}`.repeat(length) });
  return { length };
}

/** The opening line of a fenced block, with its end; undefined when it is none. */
function readFenceOpening({ text, isFinal, output, line: before, add }: Reading): Step | undefined {
  const end = text.indexOf("\n");
  const isUnknown = end === -1 && !isFinal;
  if (isUnknown && text.length < longestFenceLine) return { wake: /\n/ };
  const line = end === -1 ? text : text.slice(0, end);
  if (line.length >= longestFenceLine) return undefined;
  if (readLine(output.blocks(), before + line).kind !== "fence-open") return undefined;
  add({ kind: "raw", text: text.slice(0, line.length + 1) });
  return { length: Math.min(line.length + 1, text.length) };
}

/** A code span is written on one line, where every renderer sees the same span, and only as a whole. */
function readSpan({ text, isFinal, output, add }: Reading, ticks: number): Step {
  const rest = text.slice(ticks, ticks + longestSpan);
  const limit = rest.search(paragraphEnd);
  const reach = limit === -1 ? rest : rest.slice(0, limit);
  const close = closingRun(reach, ticks);
  const isCut = limit === -1 && rest.length < longestSpan;
  const touchesEnd = close !== undefined && isCut && close + ticks === reach.length;
  if (!isFinal && isCut && (close === undefined || touchesEnd)) {
    return { wake: touchesEnd ? anything : /[`\n]/ };
  }
  if (close === undefined) {
    add({ kind: "raw", text: "\\`".repeat(ticks) });
    return { length: ticks };
  }
  const inner = reach.slice(0, close).replace(/(?<![ \t])[ \t]*\n[ \t]*/g, " ");
  const fence = "`".repeat(ticks);
  add({ kind: "code", text: `${fence}${inPlace(inner, output)}${fence}` });
  return { length: ticks * 2 + close };
}

function closingRun(text: string, ticks: number): number | undefined {
  for (const match of text.matchAll(/`+/g)) if (match[0].length === ticks) return match.index;
  return undefined;
}

/** A pipe inside code still parts the cells of a table, and what is then left of the code is text. */
function inPlace(code: string, output: Output): string {
  if (code.search(bare) === -1) return code;
  if (output.blocks().isTable) return code.replace(bare, "\\|");
  output.forbidTable();
  return code;
}

/** Code inside a fence, as far as it goes; undefined when this line is no longer part of the block. */
function readFencedLine(reading: Reading): Step | undefined {
  const { text, isFinal, output } = reading;
  if (reading.line !== "") return readRest(reading);
  const prefix = /^[ \t]*/.exec(text.slice(0, longestPrefix))?.[0] ?? "";
  if (prefix.length === text.length && prefix.length < longestPrefix && !isFinal) {
    return { wake: /[^ \t]/ };
  }
  const blocks = output.blocks();
  const isBlank = text[prefix.length] === "\n";
  if (!isBlank && readLine(blocks, `${prefix}x`).after.fence === undefined) return undefined;
  const run = runAt(text, prefix.length, blocks.fence?.marker ?? "");
  if (run < (blocks.fence?.length ?? 3)) {
    if (run > 0 && prefix.length + run === text.length && !isFinal) return { wake: /[^`~]/ };
    return readRest(reading);
  }
  return readFenceEnd(reading, prefix.length + run);
}

/** A marker behind a closing fence would open the block again: it moves below. */
function readFenceEnd(reading: Reading, end: number): Step {
  const { text, isFinal, output, add } = reading;
  const gap = /^[ \t]*/.exec(text.slice(end, end + longestPrefix))?.[0].length ?? 0;
  const mayGoOn = !isFinal && end + gap === text.length && gap < longestPrefix;
  if (mayGoOn) return { wake: anything };
  if (text[end + gap] !== "[") return readRest(reading);
  const marks = readMarks(text, end + gap, isFinal);
  if (marks === "incomplete") return { wake: anything };
  const closes = readLine(output.blocks(), text.slice(0, end)).kind === "fence-close";
  if (marks === undefined || !closes) return readRest(reading);
  add({ kind: "raw", text: `${text.slice(0, end)}\n\n` });
  add({ kind: "marks", numbers: marks.numbers, gap: "" });
  return { length: marks.end };
}

function readRest({ text, add }: Reading): Step {
  const end = text.indexOf("\n");
  const length = end === -1 ? text.length : end + 1;
  add({ kind: "raw", text: text.slice(0, length) });
  return { length };
}

function runAt(text: string, start: number, marker: string): number {
  let end = start;
  while (end - start < longestPrefix && text[end] === marker) end += 1;
  return end - start;
}

/** The markers that begin at `at`, one right behind the other: `[1]`, `[1, 2]`, `[1][2]`, `[1], [2]`. */
function readMarks(
  text: string,
  at: number,
  isFinal: boolean,
): { numbers: number[]; end: number } | "incomplete" | undefined {
  const numbers: number[] = [];
  let end = at;
  for (let count = 0; count < mostMarkers; count += 1) {
    marker.lastIndex = numbers.length === 0 ? end : afterGap(text, end);
    const match = marker.exec(text);
    if (match === null) break;
    end = match.index + match[0].length;
    numbers.push(...(match[1] ?? "").split(",").map(Number));
  }
  unfinished.lastIndex = end;
  const mayGoOn = !isFinal && unfinished.test(text);
  if (mayGoOn) return "incomplete";
  return numbers.length === 0 ? undefined : { numbers, end };
}

function afterGap(text: string, end: number): number {
  between.lastIndex = end;
  return end + (between.exec(text)?.[0].length ?? 0);
}
