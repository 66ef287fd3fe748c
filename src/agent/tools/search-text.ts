import { z } from "zod";
import { defineTool } from "./tool.ts";

const mostMatches = 1_000;

export const searchText = defineTool({
  name: "search_text",
  description:
    "Finds the lines of all text files that hold a text, taken literally. Use it to find every place a change touches.",
  input: z.object({
    query: z.string().min(1).max(1_000),
    folder: z.string().optional().describe("Only below this folder."),
    caseSensitive: z.boolean().optional().describe("Left out: upper and lower case are the same."),
  }),
  async run({ overlay }, { query, folder, caseSensitive }) {
    const found = await overlay.grep(query, {
      ...(folder !== undefined && { folder }),
      caseSensitive: caseSensitive ?? false,
      limit: mostMatches,
    });
    const matches = found.matches.map(({ path, line, text }) => ({ path, line, text }));
    return { output: { matches, truncated: found.truncated } };
  },
});
