import type { LinePage, LineRange } from "../line-page.ts";

export type AdocPage = LinePage & {
  attributes: Map<string, string>;
  /** Titles of sections by their ids, given or made. */
  titles: Map<string, string>;
  /** How often each id was made. */
  ids: Map<string, number>;
  /** How many characters may still be put in for attributes. */
  room: { left: number };
  /** What stands before the item or the note that begins on a line. */
  marks: Map<number, string>;
};

/** Lines of one container; their Markdown begins with `prefix`. */
export type AdocSpan = LineRange & { prefix: string; depth: number };

/** What the lines above a block say of it: `[source,ruby]`, `[#id]`, `.Title`. */
export type BlockAbout = {
  style: string;
  /** The second value: the language of code. */
  second: string;
  id: string;
  options: string;
  /** The line that a fence may take. */
  line: number | undefined;
};

export const nothingAbout: BlockAbout = {
  style: "",
  second: "",
  id: "",
  options: "",
  line: undefined,
};

export function emitAdoc(page: AdocPage, span: AdocSpan, at: number, text: string): void {
  page.out[at] = text === "" ? "" : (page.marks.get(at) ?? span.prefix) + text;
}
