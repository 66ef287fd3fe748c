import { indentOf, isBlank, type LinePage, type LineRange } from "../line-page.ts";
import type { RstNames } from "./rst-names.ts";

export type RstPage = LinePage & {
  names: RstNames;
  /** How titles are set off, in the order of their first use: the order is the level. */
  styles: string[];
  /** Level of the section that is being read. */
  level: number;
  ids: Set<string>;
  /** What stands before the list item or the note that begins on a line. */
  marks: Map<number, string>;
  /** The name of a note, until its first paragraph. */
  lead: { line: number; text: string } | undefined;
  /** Writes what is inside a list item, a note or a quotation. */
  writeInside(span: Span): void;
};

/** Lines that stand `indent` in; their Markdown begins with `prefix`. */
export type Span = LineRange & { indent: number; prefix: string; depth: number };

export function textAt({ lines }: RstPage, { indent }: Span, at: number): string {
  return (lines[at] ?? "").slice(indent);
}

export function emit(page: RstPage, span: Span, at: number, text: string): void {
  page.out[at] = text === "" ? "" : (page.marks.get(at) ?? span.prefix) + text;
}

/** Where the lines end that belong to the one at `at`: they stand further in, or are blank. Blank lines at the end are not among them. */
export function bodyEnd({ lines }: RstPage, { to, indent }: Span, at: number): number {
  let end = at + 1;
  for (let next = at + 1; next < to; next += 1) {
    const line = lines[next] ?? "";
    if (isBlank(line)) continue;
    if (indentOf(line) <= indent) break;
    end = next + 1;
  }
  return end;
}

/** The line after a block, for a fence; undefined where something stands there. */
export function freeLine({ lines }: RstPage, at: number): number | undefined {
  return isBlank(lines[at]) ? at : undefined;
}
