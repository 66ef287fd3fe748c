import type { PageProblem } from "./page.ts";
import type { Effort } from "./script-scan.ts";

/** What `stripMarkup` knows while it walks through a page. */
export type Pass = {
  readonly text: string;
  readonly isMdx: boolean;
  readonly effort: Effort;
  at: number;
  /** Where the text of the current line begins, after its indentation. */
  contentStart: number;
  readonly output: string[];
  /** Whether the output line being written, and the one finished before it, hold more than space. */
  lineHasText: boolean;
  lastLineHasText: boolean;
  /** Open components, outermost first. */
  readonly components: Component[];
  isInList: boolean;
  previous: "blank" | "text" | "code" | "statement";
  readonly problems: PageProblem[];
};

/** `indent` is where the tag stands in the output, `contentIndent` where its first line of text stands in the page. */
export type Component = { name: string; indent: number; contentIndent: number | undefined };

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

export function addProblem(pass: Pass, message: string): void {
  let line = 1;
  for (let at = pass.text.indexOf("\n"); at !== -1 && at < pass.at; line += 1) {
    at = pass.text.indexOf("\n", at + 1);
  }
  pass.problems.push({ line, message });
}
