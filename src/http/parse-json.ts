import type { ErrorDetail } from "../contract/error.ts";
import { AppError } from "../lib/app-error.ts";

const deepest = 64;
const listedFaults = 20;
const longestPath = 200;

/** JSON from outside: bounded in depth, no NUL in any string, no `__proto__`, half surrogate pairs (text cut in mid-emoji) repaired. */
export function parseJson(text: string): unknown {
  if (depthOf(text) > deepest) {
    throw invalid("The body is nested too deeply.", [
      { path: "", message: `At most ${deepest} levels.` },
    ]);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid("The body is not valid JSON.", [{ path: "", message: "Send one JSON object." }]);
  }
  const faults: ErrorDetail[] = [];
  const cleaned = clean(value, "", faults);
  if (faults.length > 0)
    throw invalid("The body contains a NUL character or a key named __proto__.", faults);
  return cleaned;
}

function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === 0x5c) at += 1;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b || character === 0x5b) most = Math.max(most, ++depth);
    else if (character === 0x7d || character === 0x5d) depth -= 1;
  }
  return most;
}

function clean(value: unknown, path: string, faults: ErrorDetail[]): unknown {
  if (typeof value === "string") return cleanString(value, path, faults);
  if (Array.isArray(value))
    return value.map((item, index) => clean(item, join(path, String(index)), faults));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const name = cleanString(key, path, faults);
    if (name === "__proto__") report(faults, path, "A key must not be named __proto__.");
    return [name, clean(item, join(path, name), faults)];
  });
  return Object.fromEntries(entries);
}

function cleanString(text: string, path: string, faults: ErrorDetail[]): string {
  if (text.includes("\0")) report(faults, path, "Must not contain a NUL character.");
  return text.toWellFormed();
}

function report(faults: ErrorDetail[], path: string, message: string): void {
  if (faults.length < listedFaults) faults.push({ path: shortPath(path), message });
}

/** Paths hold the caller's own keys: unbounded, each fault would send a long key back once more. */
export function shortPath(path: string): string {
  return path.length > longestPath ? `${path.slice(0, longestPath)}…` : path;
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

function invalid(message: string, details: ErrorDetail[]): AppError {
  return new AppError("invalid_request", message, { details });
}
