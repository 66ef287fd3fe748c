import type { FileText, PageText } from "./format.ts";
import { closeLines, openLines } from "./line-page.ts";
import { writeBlocks } from "./rst/rst-blocks.ts";
import { readNames } from "./rst/rst-names.ts";
import type { RstPage } from "./rst/rst-page.ts";

/** A page of reStructuredText as Markdown, line for line; `isPlain` text has its shape, and no marks inside lines. Nothing in it is run. Never throws. */
export function readRst(file: FileText, { isPlain = false } = {}): PageText[] {
  const { text, values } = file;
  const { lines, out } = openLines(text);
  const page: RstPage = {
    lines,
    out,
    names: { ...readNames(lines, values), isPlain },
    styles: [],
    level: 0,
    ids: new Set(),
    marks: new Map(),
    lead: undefined,
    writeInside: (span) => writeBlocks(page, span),
  };
  writeBlocks(page, { from: 0, to: lines.length, indent: 0, prefix: "", depth: 0 });
  return closeLines(file, page);
}
