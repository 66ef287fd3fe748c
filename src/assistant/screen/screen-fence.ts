import { readLine } from "./screen-blocks.ts";
import type { Reading, Step } from "./screen-lexer.ts";
import { readMarks } from "./screen-marks.ts";

const longestPrefix = 200;

/** Code inside a fence, as far as it goes; undefined when this line is no longer part of the block. */
export function readFencedLine(reading: Reading): Step | undefined {
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
  return readClosing(reading, prefix.length + run);
}

/** A marker behind a closing fence would open the block again: it moves below. */
function readClosing(reading: Reading, end: number): Step {
  const { text, isFinal, output, add } = reading;
  const gap = /^[ \t]*/.exec(text.slice(end, end + longestPrefix))?.[0].length ?? 0;
  const mayGoOn = !isFinal && end + gap === text.length && gap < longestPrefix;
  if (mayGoOn) return { wake: /[\s\S]/ };
  if (text[end + gap] !== "[") return readRest(reading);
  const marks = readMarks(text, end + gap, isFinal);
  if (marks === "incomplete") return { wake: /[\s\S]/ };
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
