import { z } from "zod";
import { matchesFilter } from "../../search/rank/matches-filter.ts";
import { visiblePages } from "../../store/docs/pages.ts";
import type { DocsTool } from "./docs-tool.ts";

const mostPages = 200;

const input = z.object({
  folder: z.string().max(500).default("").describe("Only pages below this folder."),
});

export const listPages: DocsTool<typeof input> = {
  name: "list_pages",
  description:
    "Lists the pages of the docs in the order of their navigation, with titles. Use it for questions about what there is, such as which guides exist.",
  input,
  async run({ db, revisionId, filter }, { folder }) {
    const pages = (await visiblePages(db, revisionId)).filter(
      (page) => matchesFilter(page, filter) && matchesFilter(page, { path: folder }),
    );
    const place = (position: number | undefined) => position ?? Number.MAX_SAFE_INTEGER;
    pages.sort((left, right) => place(left.position) - place(right.position));
    return {
      pages: pages.slice(0, mostPages).map(({ path, title, section }) => ({
        path,
        title,
        section: section.join(" > "),
      })),
      total: pages.length,
    };
  },
};
