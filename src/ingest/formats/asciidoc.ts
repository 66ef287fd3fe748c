import { readAttributes, readTitles } from "./asciidoc/adoc-attributes.ts";
import { writeAdoc } from "./asciidoc/adoc-blocks.ts";
import type { AdocPage } from "./asciidoc/adoc-page.ts";
import type { FileText, PageText } from "./format.ts";
import { closeLines, isBlank, openLines } from "./line-page.ts";

const mostInserted = 500_000;

/** A page of AsciiDoc as Markdown, line for line. Nothing in it is run. Never throws. */
export function readAsciiDoc(file: FileText): PageText[] {
  const { text, values } = file;
  const { lines, out } = openLines(text);
  const page: AdocPage = {
    lines,
    out,
    attributes: new Map(values),
    titles: new Map(),
    ids: new Map(),
    room: { left: mostInserted },
    marks: new Map(),
  };
  const first = lines.findIndex((line) => /^[=#] \S/.test(line));
  dropByline(lines, first);
  readAttributes(page);
  readTitles(page);
  writeAdoc(page, { from: 0, to: lines.length, prefix: "", depth: 0 });
  return closeLines(file, page);
}

/** The lines right below the title name the author and the revision. */
function dropByline(lines: string[], title: number): void {
  if (title === -1) return;
  for (let at = title + 1; at < lines.length && !isBlank(lines[at]); at += 1) {
    const line = lines[at] ?? "";
    if (!line.startsWith(":") && !/^(?:if|end|include::)/.test(line)) lines[at] = "";
    if (!line.startsWith(":") && /\\$/.test(lines[at - 1] ?? "")) lines[at] = line;
  }
}
