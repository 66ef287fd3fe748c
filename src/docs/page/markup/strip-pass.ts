import { type LineWalk, lineAt, walkLines } from "../lines.ts";
import type { PageFormat } from "../page-format.ts";

/** What `stripMarkup` knows while it walks through a page. */
export type Pass = LineWalk & {
  /** Where the text of the current line begins, after its indentation. */
  contentStart: number;
  readonly output: string[];
  /** Whether the output line being written, and the one finished before it, hold more than space. */
  lineHasText: boolean;
  lastLineHasText: boolean;
  /** Labels of the footnotes that the page explains; read when the first mark asks for them. */
  footnotes: Set<string> | undefined;
  readonly problems: { at: number; message: string }[];
};

export function passOver(text: string, format: PageFormat): Pass {
  return {
    ...walkLines(text, format),
    contentStart: 0,
    output: [],
    lineHasText: false,
    lastLineHasText: false,
    footnotes: undefined,
    problems: [],
  };
}

/** Writes the line and steps over the line that stands at this place. */
export function emitLine(pass: Pass, line: string): void {
  const end = pass.at + lineAt(pass.text, pass.at).length;
  emit(pass, line);
  if (end < pass.text.length) emit(pass, "\n");
  pass.at = Math.min(end + 1, pass.text.length);
}

export function emit(pass: Pass, text: string): void {
  if (text === "") return;
  pass.output.push(text);
  const lineEnd = text.lastIndexOf("\n");
  if (lineEnd === -1) {
    pass.lineHasText ||= text.trim() !== "";
    return;
  }
  const finished = text.slice(0, lineEnd);
  const isOneLine = !finished.includes("\n");
  const lastLine = finished.slice(finished.lastIndexOf("\n") + 1);
  pass.lastLineHasText = lastLine.trim() !== "" || (isOneLine && pass.lineHasText);
  pass.lineHasText = text.slice(lineEnd + 1).trim() !== "";
}

/** Keeps the line count right when a piece of the page is left out. */
export function emitNewlines(pass: Pass, from: number, to: number): void {
  emit(pass, "\n".repeat(pass.text.slice(from, to).split("\n").length - 1));
}

export function addProblem(pass: Pass, message: string, at = pass.at): void {
  pass.problems.push({ at, message });
}
