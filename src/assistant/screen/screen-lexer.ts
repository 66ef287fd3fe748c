import { type Brackets, createBrackets } from "./screen-brackets.ts";
import { readCode } from "./screen-code.ts";
import { readFencedLine } from "./screen-fence.ts";
import { readMarks } from "./screen-marks.ts";
import type { Output } from "./screen-output.ts";
import { codeSpan, longestConstruct, type Piece, type Sink } from "./screen-pieces.ts";
import { readTarget, safeTarget } from "./screen-target.ts";

/** Cuts the model's text into pieces as it comes. */
export type Lexer = { push(text: string): void; end(): void };

type Options = {
  output: Output;
  sink: Sink;
  /** The unfinished last line, with what is decided but not written yet. */
  line(): string;
  allowedUrl(url: string): string | undefined;
};

/** `wake` matches what the text must bring before another look is worth it. */
export type Step = { length: number } | { wake: RegExp };
export type Reading = {
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

export function createLexer(options: Options): Lexer {
  const { output, allowedUrl } = options;
  const brackets = createBrackets(options.sink, allowedUrl);
  let held = "";
  let wake: RegExp | undefined;
  let isCodeLine = false;

  function step(isFinal: boolean): Step {
    const line = brackets.isOpen() ? "[" : options.line();
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

function readInline(reading: Reading, brackets: Brackets, allowedUrl: Options["allowedUrl"]): Step {
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
      return readOpening(reading, brackets);
    case "]":
      return readClosing(reading, brackets);
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

function readAngle(reading: Reading, allowedUrl: Options["allowedUrl"]): Step {
  const { text, isFinal, add } = reading;
  const match = autolink.exec(text.slice(0, longestConstruct));
  if (match === null) {
    const mayGoOn = !isFinal && text.length < longestConstruct && /^<[^\s<>`]*$/.test(text);
    return mayGoOn ? { wake: /[\s<>`]/ } : plain(reading, 1);
  }
  const [whole, address = ""] = match;
  const url = allowedUrl(address);
  const safe = url === undefined ? undefined : safeTarget(url);
  if (safe === undefined) add({ kind: "code", text: codeSpan(address) });
  else add({ kind: "raw", text: `<${safe}>` });
  return { length: whole.length };
}

/** A bracket, with the space before it or the mark of an image. */
function readOpening(reading: Reading, brackets: Brackets): Step {
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

function readClosing(reading: Reading, brackets: Brackets): Step {
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
