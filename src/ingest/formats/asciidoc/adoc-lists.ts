import { isBlank } from "../line-page.ts";
import { adocInline } from "./adoc-inline.ts";
import type { AdocPage, AdocSpan } from "./adoc-page.ts";

type Item = {
  /** What is written in front, by which levels are told apart. */
  mark: string;
  isNumbered: boolean;
  /** The name that is explained. */
  term: string | undefined;
  text: string;
};

type WriteInside = (page: AdocPage, span: AdocSpan) => void;
type Level = { mark: string; prefix: string; count: number };

const deepest = 12;

/** A list with everything that belongs to its items: lines below, other lists, and what `+` ties to them. */
export function writeList(
  page: AdocPage,
  span: AdocSpan,
  start: number,
  write: WriteInside,
): number | undefined {
  if (readItem(page.lines[start] ?? "") === undefined) return undefined;
  const levels: Level[] = [];
  let at = start;
  while (at < span.to) {
    const item = readItem(page.lines[at] ?? "");
    if (item === undefined) {
      const next = nextItem(page, span, at);
      if (next === undefined) break;
      at = next;
      continue;
    }
    const level = levelOf(levels, item, span.prefix);
    const inner = { ...span, prefix: `${level.prefix}${item.isNumbered ? "   " : "  "}` };
    writeFirst(page, at, item, level);
    at = writeRest(page, { ...inner, from: at + 1 }, write);
  }
  return at;
}

/** The item after blank lines; undefined where the list ends. */
function nextItem(page: AdocPage, span: AdocSpan, at: number): number | undefined {
  let next = at;
  while (next < span.to && isBlank(page.lines[next])) next += 1;
  if (next >= span.to || next === at) return undefined;
  return readItem(page.lines[next] ?? "") === undefined ? undefined : next;
}

const simple = /^\s{0,40}(\*{1,6}|-|\.{1,6}|\d{1,4}\.|[a-z]\.|<(?:\d{1,3}|\.)>) {1,9}(\S.*)$/;
const described = /^\s{0,40}(\S.{0,300}?)(:{2,4}|;;)(?: {1,9}(\S[\s\S]*))?$/;

function readItem(line: string): Item | undefined {
  const [, mark, text = ""] = simple.exec(line) ?? [];
  if (mark !== undefined) {
    const isNumbered = !/^[*-]/.test(mark);
    const kind = /^\d/.test(mark) ? "1." : /^[a-z]/.test(mark) ? "a." : mark.replace(/\d+/, "1");
    return { mark: kind, isNumbered, term: undefined, text: text.replace(/^\[[ xX*]\] /, "") };
  }
  const [, term, sign = "", rest = ""] = described.exec(line) ?? [];
  if (term === undefined || term.startsWith("//") || /^[a-z]+$/.test(sign)) return undefined;
  return { mark: sign, isNumbered: false, term, text: rest };
}

/** The level with the same mark, or one more below the last. */
function levelOf(levels: Level[], { mark, isNumbered }: Item, prefix: string): Level {
  const known = levels.findIndex((level) => level.mark === mark);
  if (known !== -1) levels.length = known + 1;
  const above = levels.at(-1);
  if (known !== -1 && above !== undefined) {
    above.count += 1;
    return above;
  }
  const step =
    above === undefined || levels.length >= deepest
      ? ""
      : /^[*:;-]/.test(above.mark)
        ? "  "
        : "   ";
  const level = { mark, prefix: (above?.prefix ?? prefix) + step, count: isNumbered ? 1 : 0 };
  levels.push(level);
  return level;
}

/** The first line of an item carries its mark; the words on it are a paragraph like others. */
function writeFirst(
  page: AdocPage,
  at: number,
  { isNumbered, term, text }: Item,
  level: Level,
): void {
  const mark = level.prefix + (isNumbered ? `${level.count}. ` : "- ");
  if (term === undefined) {
    page.marks.set(at, mark);
    page.lines[at] = text;
    return;
  }
  const name = adocInline(term, page);
  const lead = `${mark}${/[*`]/.test(name) ? name : `**${name}**`}: `;
  page.out[at] = lead.trimEnd();
  page.marks.set(at, lead);
  page.lines[at] = text;
}

/** What follows the first line: its paragraph, then blocks behind `+`. A blank line without one ends the item. */
function writeRest(page: AdocPage, span: AdocSpan, write: WriteInside): number {
  let at = paragraphEnd(page, span, span.from);
  for (let own = span.from; own < at; own += 1) page.lines[own] = (page.lines[own] ?? "").trim();
  write(page, { ...span, from: span.from - 1, to: at, depth: span.depth + 1 });
  while (at < span.to && page.lines[at] === "+") {
    const end = attachedEnd(page, span, at + 1);
    write(page, { ...span, from: at + 1, to: end, depth: span.depth + 1 });
    at = end;
  }
  return at;
}

function paragraphEnd(page: AdocPage, span: AdocSpan, from: number): number {
  // The words of a term may stand below it.
  let at = from;
  const isEmpty = isBlank(page.lines[from - 1]);
  while (isEmpty && at < span.to && isBlank(page.lines[at])) at += 1;
  if (isEmpty && at > from && readItem(page.lines[at] ?? "") !== undefined) return from;
  for (; at < span.to; at += 1) {
    const line = page.lines[at] ?? "";
    if (isBlank(line) || line === "+" || readItem(line) !== undefined) break;
    if (/^(?:\[.{1,300}\]|-{4,}|\.{4,}|={4,}|\|={3,}|\*{4,}|`{3,}[^`]{0,40})$/.test(line)) break;
  }
  return at;
}

const fence = /^(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,}|--|[|,:!]={3,}|`{3,}[^`]{0,40})$/;

/** A block tied to an item goes up to the next `+`, the next item or a blank line; what is fenced, to its fence. */
function attachedEnd(page: AdocPage, span: AdocSpan, from: number): number {
  let at = from;
  for (; at < span.to; at += 1) {
    const line = page.lines[at] ?? "";
    if (fence.test(line)) {
      const close = line.startsWith("`") ? line.replace(/[^`][\s\S]*$/, "") : line;
      at += 1;
      while (at < span.to && page.lines[at] !== close) at += 1;
      continue;
    }
    if (line === "+" || (isBlank(line) && at > from)) return at;
    if (at > from && readItem(line) !== undefined && !/^\[/.test(page.lines[at - 1] ?? ""))
      return at;
  }
  return Math.min(at, span.to);
}
