import type { Effort } from "./markup/script-scan.ts";
import type { TargetRegion } from "./region.ts";

const longestTarget = 2000;

/** The address in the `(…)` at `open`, after a link text; `close` is the place behind the bracket. */
export function readTarget(text: string, open: number, effort: Effort): Target | undefined {
  if (effort.left <= 0) return undefined;
  const target = targetIn(text, open);
  if (target === undefined) effort.left -= longestTarget;
  return target;
}

type Target = { start: number; end: number; close: number };

function targetIn(text: string, open: number): Target | undefined {
  const limit = Math.min(text.length, open + longestTarget);
  let start = open + 1;
  while (start < limit && isSpace(text[start])) start += 1;
  const end = text[start] === "<" ? angleEnd(text, start, limit) : bareEnd(text, start, limit);
  if (end === undefined) return undefined;
  const inner = text[start] === "<" ? { start: start + 1, end: end - 1 } : { start, end };
  const close = closeAfter(text, end, limit);
  return close === undefined ? undefined : { ...inner, close };
}

/** `[label]: address` on a line of its own. */
export function readDefinition(text: string, at: number, line: string): TargetRegion | undefined {
  if (line.length > longestTarget) return undefined;
  const match = /^ {0,3}\[([^[\]^][^[\]]{0,200})\]:[ \t]*<?([^\s<>]+)>?(?:[ \t]+["'(].*)?$/.exec(
    line.trimEnd(),
  );
  const target = match?.[2];
  if (match === null || target === undefined) return undefined;
  const start = text.indexOf(target, at + line.indexOf("]:") + 2);
  const end = start + target.length;
  const label = match[1] ?? "";
  const around = { start: at, end: at + line.length };
  return { kind: "target", start, end, form: "definition", label, isImage: false, around };
}

function angleEnd(text: string, start: number, limit: number): number | undefined {
  for (let index = start + 1; index < limit && text[index] !== "\n"; index += 1) {
    if (text[index] === ">") return index + 1;
  }
  return undefined;
}

/** Brackets inside an address must be balanced, and a space ends it. */
function bareEnd(text: string, start: number, limit: number): number | undefined {
  let depth = 0;
  for (let index = start; index < limit; index += 1) {
    const character = text[index];
    if (isSpace(character)) return index;
    if (character === "\\") index += 1;
    if (character === "(") depth += 1;
    if (character === ")" && depth === 0) return index;
    if (character === ")") depth -= 1;
  }
  return undefined;
}

/** Steps over an optional title to the closing bracket. */
function closeAfter(text: string, from: number, limit: number): number | undefined {
  let at = from;
  while (at < limit && isSpace(text[at])) at += 1;
  const quote = text.charAt(at);
  if (quote === ")") return at + 1;
  const mark = quote === "(" ? ")" : quote;
  if (!"\"')".includes(mark) || mark === "" || at === from) return undefined;
  for (at += 1; at < limit && text[at] !== mark; at += 1) if (text[at] === "\\") at += 1;
  at += 1;
  while (at < limit && isSpace(text[at])) at += 1;
  return text[at] === ")" ? at + 1 : undefined;
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\n" || character === "\t";
}

/** Whether a backslash that counts stands before the place. */
export function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === "\\") start -= 1;
  return (at - start) % 2 === 1;
}
