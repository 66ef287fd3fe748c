import type { Fence } from "../fence.ts";
import type { PageProblem } from "../parsed-page.ts";
import { type Effort, effortFor } from "./script-scan.ts";

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
  /** Open fences that hold text, not code (```` ```{note} ````), outermost first. */
  readonly textFences: (Fence & { line: number })[];
  /** Labels of the footnotes that the page explains; read when the first mark asks for them. */
  footnotes: Set<string> | undefined;
  /** Between `{% raw %}` and `{% endraw %}` template tags are text. */
  isRaw: boolean;
  isInList: boolean;
  previous: "blank" | "text" | "code" | "statement";
  readonly problems: PageProblem[];
};

/** `indent` is where the tag stands in the output, `contentIndent` where its first line of text stands in the page. */
export type Component = {
  name: string;
  indent: number;
  contentIndent: number | undefined;
  /** Set where indentation alone says what belongs to it: a line that begins before this column ends it. */
  endsBefore?: number;
};

export const maxOpenComponents = 100;

export function passOver(text: string, isMdx: boolean): Pass {
  return {
    text,
    isMdx,
    effort: effortFor(text),
    at: 0,
    contentStart: 0,
    output: [],
    lineHasText: false,
    lastLineHasText: false,
    components: [],
    textFences: [],
    footnotes: undefined,
    isRaw: false,
    isInList: false,
    previous: "blank",
    problems: [],
  };
}

/** The line from the current place on, without its line end. */
export function lineAt(pass: Pass): string {
  const end = pass.text.indexOf("\n", pass.at);
  return pass.text.slice(pass.at, end === -1 ? pass.text.length : end);
}

/** Writes the line and steps over the line that stands at this place. */
export function emitLine(pass: Pass, line: string): void {
  const end = pass.text.indexOf("\n", pass.at);
  emit(pass, line);
  if (end !== -1) emit(pass, "\n");
  pass.at = end === -1 ? pass.text.length : end + 1;
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

export function addProblem(pass: Pass, message: string): void {
  pass.problems.push({ line: lineNumber(pass), message });
}

export function lineNumber(pass: Pass): number {
  let line = 1;
  for (let at = pass.text.indexOf("\n"); at !== -1 && at < pass.at; line += 1) {
    at = pass.text.indexOf("\n", at + 1);
  }
  return line;
}

/** How far a line's text stands from its start; a tab goes to the next multiple of four. */
export function indentOf(line: string): number {
  let count = 0;
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index];
    if (character === " ") count += 1;
    else if (character === "\t") count += 4 - (count % 4);
    else return count;
  }
  return count;
}
