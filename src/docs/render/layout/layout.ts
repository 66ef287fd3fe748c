import { frontMatterEnd } from "../../page/front-matter.ts";
import { blankedEnds } from "../../page/line-ends.ts";
import { type Container, type LineWalk, walkLines } from "../../page/lines.ts";
import type { PageFormat } from "../../page/page-format.ts";
import { lineCounter } from "../../values/line-counter.ts";
import {
  blockStart,
  inlineStart,
  type Mark,
  type MarkElement,
  markEnd,
  withoutMarks,
} from "./mark.ts";

/** A page on its way to Markdown in which every tag and piece of code is one place holder. */
export type Layout = LineWalk & {
  /** The 1-based line of a place in the stored file. */
  lineOf(at: number): number;
  /** The lines so far, each with the line of the page it comes from. */
  readonly lines: string[];
  readonly lineNumbers: number[];
  readonly marks: Mark[];
  /** Names of the elements between blocks that are open, outermost first. */
  readonly open: string[];
  /** Directives between colons or slashes that are open, by the run that closes them. */
  readonly runs: { run: string; name: string }[];
  /** Elements that end where their indentation does. */
  readonly held: { container: Container; indent: string; name: string }[];
  /** The place of the last tag that closes an element of this name; -1 where there is none. */
  lastClose(name: string): number;
};

export function openLayout(source: string, format: PageFormat): Layout {
  const text = unwrapped(withoutMarks(blankedEnds(source)));
  let closes: Map<string, number> | undefined;
  return {
    ...walkLines(text, format, frontMatterEnd(source)),
    lineOf: lineCounter(text),
    lines: [],
    lineNumbers: [],
    marks: [],
    open: [],
    runs: [],
    held: [],
    lastClose(name) {
      closes ??= lastCloses(text);
      return closes.get(name) ?? -1;
    },
  };
}

const wrapper = /^[ \t]{0,20}(`{3,20})(mdx-code-block)?[ \t]*$/;

/** A fence of this name holds text of the page: it only keeps other tools from changing it. Places stay the same. */
function unwrapped(text: string): string {
  if (!text.includes("`mdx-code-block")) return text;
  let open: string | undefined;
  const lines = text.split("\n").map((line) => {
    const [, run, name] = wrapper.exec(line) ?? [];
    const isMark = open === undefined ? name !== undefined : run === open && name === undefined;
    if (!isMark) return line;
    open = open === undefined ? run : undefined;
    return " ".repeat(line.length);
  });
  return lines.join("\n");
}

const closingTag =
  /<\/([A-Za-z][\w.:-]{0,79})|\{[{%][<%]?[-~]?\s{0,9}(?:\/\s{0,9}|end)([\w.:-]{1,80})/g;

function lastCloses(text: string): Map<string, number> {
  const closes = new Map<string, number>();
  for (const match of text.matchAll(closingTag))
    closes.set((match[1] ?? match[2] ?? "").toLowerCase(), match.index);
  return closes;
}

export function emitLine(layout: Layout, text: string, at = layout.at): void {
  layout.lines.push(text);
  layout.lineNumbers.push(layout.lineOf(at));
}

/** Puts a mark on a line of its own. */
export function emitMark(layout: Layout, lead: string, mark: Mark): void {
  emitLine(layout, `${lead}${blockStart}${layout.marks.push(mark) - 1}${markEnd}`);
}

/** The characters that stand for a mark within a line. */
export function inlineMark(layout: Layout, mark: Mark): string {
  return `${inlineStart}${layout.marks.push(mark) - 1}${markEnd}`;
}

const mostOpen = 100;

/** Opens an element whose end is found later; past a hundred of them only what they hold is shown. */
export function openElement(layout: Layout, lead: string, element: MarkElement): void {
  if (layout.open.length >= mostOpen) return;
  layout.open.push(element.name);
  emitMark(layout, lead, { kind: "open", element, line: layout.lineOf(layout.at) });
}

export function closeElement(
  layout: Layout,
  lead: string,
  name: string,
  line = layout.lineOf(layout.at),
): void {
  const index = layout.open.lastIndexOf(name);
  if (index === -1) return;
  layout.open.length = index;
  emitMark(layout, lead, { kind: "close", name, line });
}

export function elementOf(
  name: string,
  attributes: [string, string | undefined][] = [],
): MarkElement {
  const known = attributes.flatMap(([key, value]): [string, string][] =>
    value === undefined || value.trim() === "" ? [] : [[key, value.trim()]],
  );
  return { name: name.toLowerCase(), attributes: new Map(known), flags: new Set() };
}
