import type { ErrorDetail } from "../contract/error.ts";
import { AppError } from "../lib/app-error.ts";

const deepest = 64;
/** A history of 500 messages with their tool results has a fifth of it. */
const mostValues = 100_000;
/** An object of many keys is built slowly, and no client has one. */
const mostKeys = 1_000;
export const listedFaults = 20;
const longestPath = 200;

/** JSON from outside: bounded in depth and values, no NUL in any string, no `__proto__`, half surrogate pairs (text cut in mid-emoji) repaired. */
export function parseJson(text: string): unknown {
  refuseCostly(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refusal("The body is not valid JSON.", "Send one JSON object.");
  }
  // What is to be cleaned away gets through a strict UTF-8 decoder by these spellings alone.
  if (!text.includes("\\u") && !text.includes("__proto__")) return value;
  const faults: ErrorDetail[] = [];
  const cleaned = clean(value, [], faults);
  if (faults.length === 0) return cleaned;
  const message = "The body contains a NUL character or a key named __proto__.";
  throw new AppError("invalid_request", message, { details: faults });
}

function refusal(message: string, advice: string): AppError {
  return new AppError("invalid_request", message, { details: [{ path: "", message: advice }] });
}

/** Seen from its characters alone: a body that would be costly to build is never built. */
function refuseCostly(text: string): void {
  /** Of each list and object that is open: its values so far; those of lists are not limited by themselves. */
  const sizes: number[] = [];
  let values = 0;
  let inString = false;
  const add = () => {
    values += 1;
    const size = (sizes.pop() ?? 0) + 1;
    sizes.push(size);
    if (size > mostKeys) throw tooManyKeys();
    if (values > mostValues) throw tooManyValues();
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === 0x5c) at += 1;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x2c) add();
    else if (character === 0x7b || character === 0x5b) {
      if (sizes.push(character === 0x7b ? 0 : Number.NEGATIVE_INFINITY) > deepest) throw tooDeep();
      add();
    } else if (character === 0x7d || character === 0x5d) sizes.pop();
  }
}

function tooDeep(): AppError {
  return refusal("The body is nested too deeply.", `At most ${deepest} levels.`);
}

function tooManyKeys(): AppError {
  return refusal("The body has an object of too many keys.", `At most ${mostKeys} keys each.`);
}

function tooManyValues(): AppError {
  return refusal(
    "The body has too many values.",
    `At most ${mostValues} list items and keys: send less of the history.`,
  );
}

function clean(value: unknown, path: (string | number)[], faults: ErrorDetail[]): unknown {
  if (typeof value === "string") return cleanString(value, path, faults);
  if (typeof value !== "object" || value === null) return value;
  const inside = (key: string | number, item: unknown) => {
    path.push(key);
    const cleaned = clean(item, path, faults);
    path.pop();
    return cleaned;
  };
  if (Array.isArray(value)) return value.map((item, index) => inside(index, item));
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const name = cleanString(key, path, faults);
    if (name === "__proto__") report(faults, path, "A key must not be named __proto__.");
    return [name, inside(name, item)];
  });
  return Object.fromEntries(entries);
}

function cleanString(text: string, path: PropertyKey[], faults: ErrorDetail[]): string {
  if (text.includes("\0")) report(faults, path, "Must not contain a NUL character.");
  return text.toWellFormed();
}

function report(faults: ErrorDetail[], path: PropertyKey[], message: string): void {
  if (faults.length < listedFaults) faults.push({ path: shownPath(path), message });
}

/** Paths hold the caller's own keys: unbounded, each fault would send a long key back once more. */
export function shownPath(path: readonly PropertyKey[]): string {
  const text = path.join(".");
  return text.length > longestPath ? `${text.slice(0, longestPath)}…` : text;
}
