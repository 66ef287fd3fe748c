import { z } from "zod";
import type { Search } from "../../search/search.ts";
import type { Database } from "../../store/database.ts";
import { findProject } from "../../store/docs/projects.ts";
import { cutText } from "../../text/bounded.ts";
import type { JobDocs } from "../checkout/job-docs.ts";
import { defineTool, type FoundPassage, type ToolContext } from "./tool.ts";

const longestPassage = 4_000;
const mostCharacters = 40_000;
const cutMark = "… (read_file shows the rest)";

export const searchDocsTool = defineTool({
  name: "search_docs",
  description:
    "Finds the passages of the published docs that bear on a question, by meaning as well as by words. Use it to learn what the docs say on a subject and where. It searches the docs as they were last synced, so it does not see your own changes: read_file shows a page as it is now, and search_text finds every place of a word.",
  input: z.object({
    query: z.string().min(1).max(2_000).describe("A question or a few words."),
    limit: z.int().min(1).max(20).optional().describe("How many passages; left out: 6."),
  }),
  async run({ searchDocs }: Pick<ToolContext, "searchDocs">, { query, limit }) {
    const found = await searchDocs(query, limit ?? 6);
    let room = mostCharacters;
    const passages = found.flatMap((passage) => {
      const longest = Math.min(longestPassage, room);
      if (longest <= 0) return [];
      room -= Math.min(passage.content.length, longest);
      return [{ ...passage, content: cutText(passage.content, longest, cutMark) }];
    });
    const more = found.length - passages.length;
    return { output: { passages, ...(more > 0 && { more }) } };
  },
});

/** Search over the docs as they were last synced, with paths as the repository has them. */
export function docsSearch(
  deps: { db: Database; search: Search },
  projectId: string,
  { docsFolder, present }: { docsFolder: string; present: JobDocs["present"] },
): ToolContext["searchDocs"] {
  const prefix = docsFolder === "" ? "" : `${docsFolder}/`;
  return async (text, limit) => {
    const revisionId = (await findProject(deps.db, projectId))?.currentRevisionId ?? null;
    if (revisionId === null) return [];
    const query = { text, hints: [], liftPaths: [], filter: {}, allVersions: true, limit };
    const caller = { network: "jobs", key: projectId };
    const { hits } = await deps.search.search(revisionId, query, caller);
    const passages = hits.map(({ passage }): FoundPassage => {
      const { title, headings, startLine, endLine, content } = passage;
      const path = `${prefix}${passage.path}`;
      return { path, title, heading: headings.at(-1) ?? "", startLine, endLine, content };
    });
    // Pages of the project's other sources, and those nobody has committed, are not in this repository.
    const here = new Set(await present(passages.map(({ path }) => path)));
    return passages.filter(({ path }) => here.has(path));
  };
}
