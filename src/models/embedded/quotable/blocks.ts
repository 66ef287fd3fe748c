import { type FencedLines, fencesByLine } from "./fenced-lines.ts";

/** One block of quotable Markdown. `text` can be quoted as it stands. */
export type QuotableBlock = {
  kind: "heading" | "paragraph" | "steps" | "list" | "table" | "code" | "quote";
  text: string;
  /** List items without their mark; table rows, the header first; else empty. */
  items: string[];
  /** List items as they are written, with their marks; else empty. */
  writtenItems: string[];
  /** Info string of a code block. */
  info: string;
  /** Level of a heading, else 0. */
  level: number;
};

export function blocks(markdown: string): QuotableBlock[] {
  const source: Source = { lines: markdown.split("\n"), fences: fencesByLine(markdown) };
  const result: QuotableBlock[] = [];
  for (let index = 0; index < source.lines.length; ) {
    const taken = take(source, index);
    if (taken.block !== undefined) result.push(taken.block);
    index = Math.max(taken.next, index + 1);
  }
  return result;
}

type Source = { lines: string[]; fences: Map<number, FencedLines> };
type Taken = { block: QuotableBlock | undefined; next: number };

function take(source: Source, start: number): Taken {
  const { lines, fences } = source;
  const line = lines[start] ?? "";
  if (line.trim() === "" || /^ {0,3}(?:[-*_] {0,3}){3,40}$/.test(line)) {
    return { block: undefined, next: start + 1 };
  }
  const heading = /^ {0,3}(#{1,6}) +(.{1,1000})$/.exec(line);
  if (heading !== null) {
    return taken("heading", heading[2] ?? "", start + 1, { level: heading[1]?.length ?? 1 });
  }
  const fence = fences.get(start);
  if (fence !== undefined) return takeCode(lines, start, fence);
  if (isTableStart(lines, start)) return takeTable(lines, start);
  if (listMark(line) !== undefined) return takeList(source, start);
  if (/^ {0,3}>/.test(line)) return takeQuote(lines, start);
  if (/^ {4}/.test(line)) return takeIndentedCode(lines, start);
  return takeParagraph(source, start);
}

function taken(
  kind: QuotableBlock["kind"],
  text: string,
  next: number,
  more: Partial<QuotableBlock> = {},
): Taken {
  return { block: { kind, text, items: [], writtenItems: [], info: "", level: 0, ...more }, next };
}

function takeCode(lines: string[], start: number, fence: FencedLines): Taken {
  const { next, indent, info, isClosed } = fence;
  const own = lines.slice(start, next).map((line) => withoutIndent(line, indent));
  // An unclosed fence would swallow everything said after the quotation.
  const text = (isClosed ? own : [...own, fence.marker.repeat(fence.length)]).join("\n");
  return taken("code", text, next, { info });
}

function withoutIndent(line: string, indent: number): string {
  return line.slice(Math.min(indent, line.length - line.trimStart().length));
}

function takeIndentedCode(lines: string[], start: number): Taken {
  const next = runEnd(lines, start, (line) => /^ {4}/.test(line));
  const code = lines.slice(start, next).map((line) => line.slice(4));
  const longest = Math.max(2, ...code.map((line) => /`{3,}/.exec(line)?.[0].length ?? 0));
  const mark = "`".repeat(longest + 1);
  return taken("code", [mark, ...code, mark].join("\n"), next);
}

function isTableStart(lines: string[], start: number): boolean {
  const delimiter = lines[start + 1] ?? "";
  return (
    (lines[start] ?? "").includes("|") &&
    /^[ |:-]{3,2000}$/.test(delimiter) &&
    delimiter.includes("-") &&
    delimiter.includes("|")
  );
}

function takeTable(lines: string[], start: number): Taken {
  const next = runEnd(lines, start, (line) => line.includes("|"));
  const own = lines.slice(start, next).map((line) => line.trim());
  return taken("table", own.join("\n"), next, { items: [own[0] ?? "", ...own.slice(2)] });
}

function takeList(source: Source, start: number): Taken {
  const { next, items, starts, ordered } = listEnd(source, start);
  const written = (from: number, to: number) => source.lines.slice(from, to).join("\n").trimEnd();
  const writtenItems = starts.map((from, index) => written(from, starts[index + 1] ?? next));
  const text = written(start, next);
  return taken(ordered ? "steps" : "list", text, next, { items, writtenItems });
}

function takeQuote(lines: string[], start: number): Taken {
  const next = runEnd(lines, start, (line) => /^ {0,3}>/.test(line));
  const own = lines.slice(start, next).map((line) => line.replace(/^ {0,3}> ?/, ""));
  const text = own.filter((line) => !/^\s*\[!\w{1,20}\]\s*$/.test(line)).join("\n");
  return taken("quote", text.trim(), next);
}

function takeParagraph(source: Source, start: number): Taken {
  const { lines } = source;
  const next = runEnd(
    lines,
    start,
    (_line, index) => index === start || !interrupts(source, index),
  );
  const own = lines.slice(start, next);
  if (/^ {0,3}(?:=+|-{2,}) *$/.test(lines[next] ?? ""))
    return taken("heading", own.join(" "), next + 1, { level: 2 });
  return taken("paragraph", own.map((line) => line.trim()).join("\n"), next);
}

function interrupts({ lines, fences }: Source, index: number): boolean {
  const line = lines[index] ?? "";
  return (
    /^ {0,3}(?:#{1,6} |>|=+ *$|-{2,} *$)/.test(line) ||
    fences.has(index) ||
    listMark(line)?.number === 1 ||
    isTableStart(lines, index)
  );
}

function runEnd(
  lines: string[],
  start: number,
  belongs: (line: string, index: number) => boolean,
): number {
  let next = start;
  while (next < lines.length) {
    const line = lines[next] ?? "";
    if (line.trim() === "" || !belongs(line, next)) break;
    next++;
  }
  return next;
}

type ListMark = { indent: number; width: number; ordered: boolean; number: number };

function listMark(line: string): ListMark | undefined {
  const match = /^( {0,3})(?:[-*+]|(\d{1,9})[.)]) {1,4}(?=\S)/.exec(line);
  if (match === null) return undefined;
  const ordered = match[2] !== undefined;
  return {
    indent: (match[1] ?? "").length,
    width: match[0].length,
    ordered,
    number: ordered ? Number(match[2]) : 1,
  };
}

/** The list that begins on line `start`: where it ends, and the text of its items without their marks. */
function listEnd(
  source: Source,
  start: number,
): { next: number; items: string[]; starts: number[]; ordered: boolean } {
  const { lines } = source;
  const first = listMark(lines[start] ?? "") ?? { indent: 0, width: 0, ordered: false, number: 1 };
  const items: string[][] = [];
  const starts: number[] = [];
  let next = start;
  while (next < lines.length) {
    const line = lines[next] ?? "";
    const mark = itemMark(line, first);
    if (mark !== undefined) {
      items.push([line.slice(mark.width)]);
      starts.push(next);
    }
    const end = mark === undefined ? continuationEnd(source, next, first) : next + 1;
    if (end === next) break;
    if (mark === undefined) items.at(-1)?.push(...lines.slice(next, end).map((own) => own.trim()));
    next = end;
  }
  const texts = items.map((item) => item.join("\n").trim());
  return { next, items: texts, starts, ordered: first.ordered };
}

function itemMark(line: string, first: ListMark): ListMark | undefined {
  const mark = listMark(line);
  if (mark === undefined || mark.ordered !== first.ordered) return undefined;
  return mark.indent < first.indent + 2 ? mark : undefined;
}

/** Index after the lines that go on with the current item; `index` itself when the list ends here. */
function continuationEnd(source: Source, index: number, first: ListMark): number {
  const { lines, fences } = source;
  const line = lines[index] ?? "";
  const isInside = (text: string) => indentOf(text) >= first.indent + 2;
  if (line.trim() === "") {
    let next = index;
    while (next < lines.length && (lines[next] ?? "").trim() === "") next++;
    const after = lines[next];
    if (after === undefined) return index;
    return isInside(after) || itemMark(after, first) !== undefined ? next : index;
  }
  if (isInside(line)) return fences.get(index)?.next ?? index + 1;
  const follows = (lines[index - 1] ?? "").trim() !== "";
  return follows && listMark(line) === undefined && !interrupts(source, index) ? index + 1 : index;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
