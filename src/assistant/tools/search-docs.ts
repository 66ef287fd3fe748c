import { z } from "zod";
import { shownPassage } from "../answer/numbered-passages.ts";
import type { DocsTool } from "./docs-tool.ts";

const input = z.object({
  query: z.string().min(1).max(500).describe("What to look for, in the docs' own words."),
  limit: z.int().min(1).max(10).default(5),
});

export const searchDocs: DocsTool<typeof input> = {
  name: "search_docs",
  description:
    "Searches the docs and returns numbered passages, best first. Use it when the passages you have do not answer a part of the question; ask for one thing at a time.",
  input,
  async run({ search, revisionId, filter, passages }, { query, limit }) {
    const { hits } = await search.search(revisionId, {
      text: query,
      hints: [],
      liftPaths: [],
      filter,
      limit,
    });
    return { passages: hits.map(({ passage }) => shownPassage(passages.add(passage), passage)) };
  },
};
