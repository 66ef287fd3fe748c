import { z } from "zod";
import { fitting } from "../../text/bounded.ts";
import { defineTool } from "./tool.ts";

const mostMatches = 1_000;
const mostCharacters = 60_000;

export const searchTextTool = defineTool({
  name: "search_text",
  description:
    "Finds the lines of all text files that hold a text, your own changes included. Use it to find every place that a change touches. The text is taken literally; with regex it is an extended regular expression of POSIX, matched line by line ([[:space:]] and [0-9] work, \\d and lookarounds do not). Of a long line the part around the match is shown. When there is `more`, narrow the search with a folder or a longer text.",
  input: z.object({
    query: z.string().min(1).max(1_000).describe("One line."),
    folder: z.string().optional().describe("Only below this folder, or in this file."),
    caseSensitive: z.boolean().optional().describe("Left out: upper and lower case are the same."),
    regex: z.boolean().optional(),
    limit: z.int().min(1).max(mostMatches).optional().describe("At most so many lines."),
  }),
  async run({ overlay }, { query, folder, caseSensitive, regex, limit = mostMatches }) {
    const found = await overlay.grep(query, {
      ...(folder !== undefined && { folder }),
      caseSensitive: caseSensitive ?? false,
      isPattern: regex ?? false,
      limit,
    });
    const matches = fitting(
      found.matches,
      mostCharacters,
      ({ path, text }) => path.length + text.length,
    );
    const more = found.more + found.matches.length - matches.length;
    return { output: { matches, truncated: more > 0, ...(more > 0 && { more }) } };
  },
});
