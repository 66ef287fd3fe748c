import { readLine } from "./screen-blocks.ts";
import type { Reading, Step } from "./screen-lexer.ts";
import type { Output } from "./screen-output.ts";

const longestFenceLine = 300;
const longestSpan = 1_000;
const containers = /^(?:[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]){0,100}$/;
/** Where a paragraph surely ends, or might: a code span is not followed any further. */
const paragraphEnd = /\n[ \t]*(?:\n|[-*+>#|=_]|\d{1,9}[.)]|`{3}|~{3})/;
const bare = /(?<!\\)\|/g;

/** A run of backticks or tildes: it opens a fence, it is a code span with its end, or it is shown as it is. */
export function readCode(reading: Reading): Step {
  const { text, isFinal, line, add } = reading;
  const sign = text.charAt(0);
  let length = 1;
  while (text[length] === sign && length < longestFenceLine) length += 1;
  if (length === text.length && !isFinal) return { wake: /[\s\S]/ };
  const fence =
    length >= 3 && line.length < longestFenceLine && containers.test(line)
      ? readOpening(reading)
      : undefined;
  if (fence !== undefined) return fence;
  if (sign === "`" && length < longestFenceLine) return readSpan(reading, length);
  if (sign === "~" && length < 3) add({ kind: "plain", text: sign.repeat(length) });
  else add({ kind: "raw", text: `\\${sign}`.repeat(length) });
  return { length };
}

/** The opening line of a fenced block, with its end; undefined when it is none. */
function readOpening({ text, isFinal, output, line: before, add }: Reading): Step | undefined {
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
    return { wake: touchesEnd ? /[\s\S]/ : /[`\n]/ };
  }
  if (close === undefined) {
    add({ kind: "raw", text: "\\`".repeat(ticks) });
    return { length: ticks };
  }
  const inner = reach.slice(0, close).replace(/[ \t]*\n[ \t]*/g, " ");
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
