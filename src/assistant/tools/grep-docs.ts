import { z } from "zod";
import { matchesFilter } from "../../search/rank/matches-filter.ts";
import { pagesContaining } from "../../store/docs/pages.ts";
import type { DocsTool } from "./docs-tool.ts";

const mostPages = 20;
/** A filter is applied to what was read, so more is read for one. */
const mostFiltered = 200;
const linesPerPage = 5;
const longestLine = 300;

const input = z.object({
  text: z.string().min(2).max(200).describe("Exact text, such as a setting, a flag or an error."),
});

export const grepDocs: DocsTool<typeof input> = {
  name: "grep_docs",
  description:
    "Finds the lines that hold an exact text, whatever its case. Use it for names that must match letter by letter; read_page then shows what stands around a line.",
  input,
  async run({ db, revisionId, filter }, { text }) {
    const wanted = text.replaceAll("\0", "");
    const limit = Object.keys(filter).length > 0 ? mostFiltered : mostPages;
    const pages = await pagesContaining(db, revisionId, { text: wanted, limit });
    return {
      pages: pages
        .filter((page) => matchesFilter(page, filter))
        .slice(0, mostPages)
        .map(({ path, title, content }) => ({ path, title, lines: linesWith(content, wanted) })),
    };
  },
};

function linesWith(content: string, text: string) {
  const wanted = text.toLowerCase();
  const found: { line: number; text: string }[] = [];
  for (const [index, line] of content.split("\n").entries()) {
    if (!line.toLowerCase().includes(wanted)) continue;
    found.push({ line: index + 1, text: line.trim().slice(0, longestLine) });
    if (found.length === linesPerPage) break;
  }
  return found;
}
