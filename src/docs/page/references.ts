import { type Effort, effortFor } from "./markup/script-scan.ts";
import { isEscaped, readTarget } from "./read-target.ts";
import type { Range, Region } from "./region.ts";

/** `[text][label]`, `[label][]` or `[label]`: the marks before and after what a reader sees. */
export type Use = { open: Range; close: Range };

/** By label: the uses, and where the first definition stands, which is the one that counts. */
export type References = { uses: Map<string, Use[]>; definitions: Map<string, number> };

/** What a page says by reference. */
export function readReferences(source: string, regions: readonly Region[]): References {
  const text = source.replace(/[\r\uFEFF]/g, " ");
  const found: References = { uses: new Map(), definitions: new Map() };
  const hidden: Range[] = [];
  let previous: Region | undefined;
  for (const region of regions) {
    if (isHidden(text, region, previous)) hidden.push(region);
    previous = region;
    if (region.kind !== "target" || region.form !== "definition") continue;
    const range = definitionRange(text, region);
    if (range === undefined) continue;
    hidden.push(range);
    const label = normalised(region.label);
    if (!found.definitions.has(label)) found.definitions.set(label, range.start);
  }
  findUses({ text, masked: masked(text, hidden), effort: effortFor(text), found });
  return found;
}

export function normalised(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}

const longestTitle = 2_000;
const title =
  /^[ \t]*(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\))[ \t]*(?:\n|$)/;

/**
 * The whole lines of the definition whose target is given, with its title, which may stand on lines of its own;
 * undefined when what looks like a title is none, and so the line is no definition.
 */
export function definitionRange(text: string, target: Range): Range | undefined {
  const start = text.lastIndexOf("\n", target.start - 1) + 1;
  const after = text[target.end] === ">" ? target.end + 1 : target.end;
  const lineBreak = text.indexOf("\n", after);
  const lineEnd = lineBreak === -1 ? text.length : lineBreak + 1;
  const isOver = text.slice(after, lineEnd).trim() === "";
  const end = titleEnd(text, isOver ? lineEnd : after);
  if (end !== undefined) return { start, end };
  return isOver ? { start, end: lineEnd } : undefined;
}

function titleEnd(text: string, from: number): number | undefined {
  const found = title.exec(text.slice(from, from + longestTitle))?.[0];
  const isCut = found?.length === longestTitle && from + longestTitle < text.length;
  if (found === undefined || isCut || /\n[ \t]*\n/.test(found)) return undefined;
  return from + found.length;
}

/** Everything but text, link targets, and not the attributes that a reader sees: they are no Markdown. */
function isHidden(text: string, region: Region, previous: Region | undefined): boolean {
  if (region.kind === "target") return region.form !== "inline" && region.form !== "definition";
  if (region.kind !== "text") return true;
  const before = text.slice(Math.max(0, region.start - 45), region.start);
  return previous?.kind === "markup" && /=\s{0,20}(?:\{\s{0,20})?["']$/.test(before);
}

/** With blanks in place of what is hidden, so that every place stays where it is. */
function masked(text: string, hidden: Range[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of hidden.toSorted((left, right) => left.start - right.start)) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    pieces.push(text.slice(at, from), text.slice(from, end).replace(/[^\n]/g, " "));
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}

type Opener = { at: number; isImage: boolean; isActive: boolean };
type Search = { text: string; masked: string; effort: Effort; found: References };

const mostOpen = 100;

/** Brackets are paired as CommonMark does it: escapes count for nothing, and a link holds no other link. */
function findUses(search: Search): void {
  const special = /[\\[\]]|\n[ \t]*(?=\n)/g;
  let openers: Opener[] = [];
  for (let match = special.exec(search.masked); match; match = special.exec(search.masked)) {
    const at = match.index;
    if (match[0] === "\\") special.lastIndex = at + 2;
    if (match[0].startsWith("\n")) openers = [];
    if (match[0] === "[") {
      const isImage = search.masked[at - 1] === "!" && !isEscaped(search.masked, at - 1);
      openers.push({ at, isImage, isActive: true });
      if (openers.length > mostOpen) openers.shift();
    }
    const opener = match[0] === "]" ? openers.pop() : undefined;
    if (opener?.isActive !== true) continue;
    const end = linkEnd(search, opener, at);
    if (end === undefined) continue;
    special.lastIndex = end;
    if (!opener.isImage) for (const other of openers) other.isActive &&= other.isImage;
  }
}

const longestLabel = 1_000;

/** Where the link whose text ends at `close` is over, noted if it is by reference; undefined when it is none. */
function linkEnd(search: Search, opener: Opener, close: number): number | undefined {
  const { text, masked, effort, found } = search;
  const next = masked[close + 1];
  const target = next === "(" ? readTarget(masked, close + 1, effort) : undefined;
  if (target !== undefined) return target.close;
  const tail = next === "[" ? labelAt(masked, close + 1) : "";
  if (next === ":" && isLineStart(masked, opener.at)) return undefined;
  if (close - opener.at > longestLabel && tail.length <= 2) return undefined;
  const end = close + 1 + tail.length;
  const own = text.slice(opener.at + 1, close);
  const label = normalised(tail.length > 2 ? text.slice(close + 2, end - 1) : own);
  if (!found.definitions.has(label)) return undefined;
  const uses = found.uses.get(label) ?? [];
  found.uses.set(label, uses);
  const start = opener.isImage ? opener.at - 1 : opener.at;
  uses.push({ open: { start, end: opener.at + 1 }, close: { start: close, end } });
  return end;
}

/** The `[label]` at a place, or the `[]`; "" when there is none. */
function labelAt(masked: string, at: number): string {
  const head = masked.slice(at, at + longestLabel);
  return /^\[(?:\\[^\n]|[^[\]\\])*\]/.exec(head)?.[0] ?? "";
}

/** What stands there before a colon is a definition of a kind that is not read here. */
function isLineStart(text: string, at: number): boolean {
  return /(?:^|\n)[\s>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?$/.test(
    text.slice(Math.max(0, at - 40), at),
  );
}
