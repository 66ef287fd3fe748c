import { z } from "zod";
import { AppError } from "../../lib/app-error.ts";
import { matchesFilter } from "../../search/rank/matches-filter.ts";
import { findPage, type StoredPage } from "../../store/docs/pages.ts";
import { shownPassage } from "../answer/numbered-passages.ts";
import type { DocsTool } from "./docs-tool.ts";

const mostLines = 200;
const mostCharacters = 20_000;
const noSuchPage = "There is no such page. list_pages and search_docs name the pages there are.";

const input = z.object({
  path: z.string().min(1).max(1_000).describe("Path of the page, as another tool gave it."),
  startLine: z.int().min(1).default(1),
  endLine: z.int().min(1).optional().describe(`At most ${mostLines} lines are read at once.`),
});

export const readPage: DocsTool<typeof input> = {
  name: "read_page",
  description:
    "Reads lines of one page as a numbered passage. Use it when a passage breaks off before what you need, or to read what stands around it.",
  input,
  async run({ db, revisionId, filter, passages }, { path, startLine, endLine }) {
    const page = await findPage(db, revisionId, [path.replaceAll("\0", "")]);
    if (!page || !matchesFilter(page, filter)) throw new AppError("not_found", noSuchPage);
    const lines = page.content.split("\n");
    const first = Math.min(startLine, lines.length);
    const last = Math.min(endLine ?? lines.length, lines.length, first + mostLines - 1);
    const passage = linesOf(page, lines, { first, last: Math.max(first, last) });
    return {
      passage: shownPassage(passages.add(passage), passage),
      startLine: first,
      endLine: passage.endLine,
      linesInPage: lines.length,
    };
  },
};

function linesOf(page: StoredPage, lines: string[], range: { first: number; last: number }) {
  let end = range.first;
  let length = lines[range.first - 1]?.length ?? 0;
  while (end < range.last && length + (lines[end]?.length ?? 0) < mostCharacters) {
    length += (lines[end]?.length ?? 0) + 1;
    end += 1;
  }
  const content = lines
    .slice(range.first - 1, end)
    .join("\n")
    .slice(0, mostCharacters);
  const { path, title, description, metadata, address, baseUrl, section } = page;
  const place = { path, title, description, metadata, address, baseUrl, section };
  return {
    ...place,
    id: `${page.blobHash}:${range.first}-${end}`,
    headings: [],
    anchor: "",
    startLine: range.first,
    endLine: end,
    content,
    text: content,
  };
}
