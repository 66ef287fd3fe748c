import { columnsOf, type FencedBlock } from "../../page/fence.ts";
import { dedent, readLine } from "../../page/lines.ts";
import { directiveArgument } from "../../page/markup/strip-line.ts";
import type { PageFormat } from "../../page/page-format.ts";
import { layText } from "./lay-text.ts";
import {
  closeElement,
  elementOf,
  emitLine,
  emitMark,
  type Layout,
  openElement,
  openLayout,
} from "./layout.ts";
import type { Mark } from "./mark.ts";

/** Markdown without tags, directives and code, in whose places marks stand, and the line of the page that each line comes from. */
export type LaidOut = { lines: string[]; lineNumbers: number[]; marks: Mark[] };

/** Never throws and runs nothing; linear in the page's length. */
export function layOutPage(source: string, format: PageFormat): LaidOut {
  const layout = openLayout(source, format);
  while (layout.at < layout.text.length) layLine(layout);
  const { lines, lineNumbers, marks } = layout;
  return { lines, lineNumbers, marks };
}

function layLine(layout: Layout): void {
  const line = readLine(layout);
  if (line.kind !== "blank") closeLeft(layout);
  switch (line.kind) {
    case "text":
      layText(layout, line.text);
      return;
    case "fence":
      if (!line.isSilent) layFence(layout, line.text, line.fence);
      break;
    case "highlight": {
      const { start, end } = line.body;
      const lines = layout.text.slice(start, Math.max(start, end - 1)).split("\n");
      layCode(layout, indentIn(line.text), { info: line.language, lines, end: line.end });
      break;
    }
    case "directive": {
      const name = /^\{([\w:-]+)\}/.exec(line.fence.info)?.[1] ?? "";
      const title = directiveArgument(line.fence.info);
      openElement(layout, indentIn(line.text), elementOf(name, [["title", title]]));
      break;
    }
    case "directive-end":
      closeDirective(layout, indentIn(line.text));
      break;
    case "code":
    case "long":
      emitLine(layout, line.text);
      break;
    default:
      emitLine(layout, "");
  }
  layout.at = line.end;
}

/** What indentation alone held together ends before the line that no longer belongs to it. */
function closeLeft(layout: Layout): void {
  const { held, containers } = layout;
  for (let last = held.at(-1); last !== undefined; last = held.at(-1)) {
    if (containers.includes(last.container)) return;
    held.pop();
    closeElement(layout, last.indent, last.name, lastWritten(layout));
  }
}

/** The last line of the page that left something. */
function lastWritten({ lines, lineNumbers }: Layout): number | undefined {
  return lineNumbers[lines.findLastIndex((line) => line.trim() !== "")];
}

function layFence(layout: Layout, text: string, fence: FencedBlock): void {
  const lead = text.slice(0, text.search(/`{3,}|~{3,}/));
  const { start, end } = fence.body;
  const body = layout.text.slice(start, end).replace(/\n$/, "");
  const lines = body === "" && start === end ? [] : body.split("\n");
  const bare = lines.map((line) => {
    if (fence.isQuoted) return line.replace(/^[ \t]{0,3}(?:>[ \t]?){1,20}/, "");
    return withoutColumns(dedent(layout, line), fence.indent);
  });
  layCode(layout, lead, { info: fence.info, lines: bare, end: fence.end });
}

type Code = { info: string; lines: string[]; end: number };

function layCode(layout: Layout, lead: string, { info, lines, end }: Code): void {
  const firstLine = layout.lineOf(layout.at);
  const lastLine = Math.max(firstLine, layout.lineOf(Math.max(layout.at, end - 1)));
  emitMark(layout, lead, { kind: "code", code: { info, lines, firstLine, lastLine } });
}

function withoutColumns(line: string, columns: number): string {
  const blanks = /^[ \t]*/.exec(line)?.[0] ?? "";
  if (blanks.includes("\t")) {
    const rest = " ".repeat(Math.max(0, columnsOf(blanks) - columns));
    return columns === 0 ? line : rest + line.slice(blanks.length);
  }
  return line.slice(Math.min(blanks.length, columns));
}

/** Fences that hold text are closed from the inside out, and so are the elements that they opened. */
function closeDirective(layout: Layout, lead: string): void {
  const name = layout.open.at(-1);
  if (name !== undefined) closeElement(layout, lead, name);
}

function indentIn(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}
