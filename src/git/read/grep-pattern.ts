import { AppError } from "../../lib/app-error.ts";

const maxPatternLength = 300;
const maxRepeats = 1_000;
const maxDepth = 20;
/** What counted repeats may make of the pattern, in characters. */
const maxExpanded = 20_000;

/**
 * Refuses patterns that take a regular-expression library without limits of its own gigabytes or hours: counted
 * repeats inside each other multiply, and back-references make it try every way.
 */
export function requirePattern(pattern: string): void {
  if (pattern.length > maxPatternLength) {
    throw refusal(`is longer than ${maxPatternLength} characters. Search for a part of it`);
  }
  const plain = pattern.replace(/\\[^1-9]/g, "");
  if (/\\[1-9]/.test(plain)) {
    throw refusal("refers back to a group, which is not supported. Write the text out instead");
  }
  let repeats = 1;
  for (const [, least = "", most = ""] of plain.matchAll(/\{(\d*)(?:,(\d*))?\}/g)) {
    repeats *= Math.max(1, Number(least), Number(most));
  }
  const depth = plain.split("(").length - 1;
  const isLarge = repeats > 1 && repeats * plain.length > maxExpanded;
  if (repeats > maxRepeats || isLarge || depth > maxDepth) {
    throw refusal("repeats or nests too much. Use + or * instead of large counts");
  }
}

function refusal(why: string): AppError {
  return new AppError("invalid_request", `The pattern ${why}.`);
}
