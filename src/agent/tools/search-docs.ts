import { z } from "zod";
import { defineTool } from "./tool.ts";

export const searchDocs = defineTool({
  name: "search_docs",
  description:
    "Finds the passages of the published docs that bear on a question, by meaning as well as by words. It does not see your own changes.",
  input: z.object({
    query: z.string().min(1).max(2_000),
    limit: z.int().min(1).max(20).optional().describe("How many passages; left out: 6."),
  }),
  async run({ searchDocs }, { query, limit }) {
    return { output: { passages: await searchDocs(query, limit ?? 6) } };
  },
});
