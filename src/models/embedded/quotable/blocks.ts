import { fenceEnd, openingFence } from "./fence.ts";
import { listEnd, listMark } from "./list-lines.ts";

/** One block of quotable Markdown. `text` can be quoted as it stands. */
export type QuotableBlock = {
  kind: "heading" | "paragraph" | "steps" | "list" | "table" | "code" | "quote";
  text: string;
  /** List items without their mark; table rows, the header first; else empty. */
  items: string[];
  /** Info string of a code block. */
  info: string;
  /** Level of a heading, else 0. */
  level: number;
};

export function blocks(markdown: string): QuotableBlock[] {
  const lines = markdown.split("\n");
  const result: QuotableBlock[] = [];
  for (let index = 0; index < lines.length; ) {
    const taken = take(lines, index);
    if (taken.block !== undefined) result.push(taken.block);
    index = Math.max(taken.next, index + 1);
  }
  return result;
}

type Taken = { block: QuotableBlock | undefined; next: number };

function take(lines: string[], start: number): Taken {
  const line = lines[start] ?? "";
  if (line.trim() === "" || /^ {0,3}(?:[-*_] {0,3}){3,40}$/.test(line)) {
    return { block: undefined, next: start + 1 };
  }
  const heading = /^ {0,3}(#{1,6}) +(.{1,1000})$/.exec(line);
  if (heading !== null) {
    return taken("heading", heading[2] ?? "", start + 1, { level: heading[1]?.length ?? 1 });
  }
  if (openingFence(line) !== undefined) return takeCode(lines, start);
  if (isTableStart(lines, start)) return takeTable(lines, start);
  if (listMark(line) !== undefined) return takeList(lines, start);
  if (/^ {0,3}>/.test(line)) return takeQuote(lines, start);
  if (/^ {4}/.test(line)) return takeIndentedCode(lines, start);
  return takeParagraph(lines, start);
}

function taken(
  kind: QuotableBlock["kind"],
  text: string,
  next: number,
  more: Partial<QuotableBlock> = {},
): Taken {
  return { block: { kind, text, items: [], info: "", level: 0, ...more }, next };
}

function takeCode(lines: string[], start: number): Taken {
  const fence = openingFence(lines[start] ?? "");
  if (fence === undefined) return { block: undefined, next: start + 1 };
  const { next, closed } = fenceEnd(lines, start, fence);
  const own = lines.slice(start, next).map((line) => withoutIndent(line, fence.indent));
  // An unclosed fence would swallow everything said after the quotation.
  const text = (closed ? own : [...own, fence.mark]).join("\n");
  return taken("code", text, next, { info: fence.info });
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

function takeList(lines: string[], start: number): Taken {
  const { next, items, ordered } = listEnd(lines, start, (index) => interrupts(lines, index));
  const text = lines.slice(start, next).join("\n").trimEnd();
  return taken(ordered ? "steps" : "list", text, next, { items });
}

function takeQuote(lines: string[], start: number): Taken {
  const next = runEnd(lines, start, (line) => /^ {0,3}>/.test(line));
  const own = lines.slice(start, next).map((line) => line.replace(/^ {0,3}> ?/, ""));
  const text = own.filter((line) => !/^\s*\[!\w{1,20}\]\s*$/.test(line)).join("\n");
  return taken("quote", text.trim(), next);
}

function takeParagraph(lines: string[], start: number): Taken {
  const next = runEnd(lines, start, (_line, index) => index === start || !interrupts(lines, index));
  const own = lines.slice(start, next);
  if (/^ {0,3}(?:=+|-{2,}) *$/.test(lines[next] ?? ""))
    return taken("heading", own.join(" "), next + 1, { level: 2 });
  return taken("paragraph", own.map((line) => line.trim()).join("\n"), next);
}

function interrupts(lines: string[], index: number): boolean {
  const line = lines[index] ?? "";
  return (
    /^ {0,3}(?:#{1,6} |>|=+ *$|-{2,} *$)/.test(line) ||
    openingFence(line) !== undefined ||
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
