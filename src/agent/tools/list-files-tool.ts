import { z } from "zod";
import { globMatcher } from "../../docs/site/glob.ts";
import { fitting } from "../../text/bounded.ts";
import { defineTool } from "./tool.ts";

const mostFiles = 5_000;
const mostCharacters = 200_000;
const mostFolders = 30;

export const listFilesTool = defineTool({
  name: "list_files",
  description:
    "Lists files by path from the top of the repository: all of them, or those below a folder, or those that match a glob. A long list is cut: then `more` says how many are left and `folders` where they are. Ask for one of those folders, or for a glob such as docs/**/*.mdx.",
  input: z.object({
    folder: z.string().optional().describe('For example "docs"; left out: the whole repository.'),
    glob: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe("* stands for a name or a part of one, ** for folders: **/*.png, docs/**/index.md"),
    limit: z.int().min(1).max(mostFiles).optional().describe("At most so many paths."),
  }),
  async run({ overlay }, { folder, glob, limit = mostFiles }) {
    const matches = glob === undefined ? () => true : globMatcher([glob]);
    const all = overlay
      .list(folder ?? "")
      .filter(({ path, readable }) => readable && matches(path))
      .map(({ path }) => path);
    const files = fitting(all.slice(0, limit), mostCharacters, (path) => path.length);
    const more = all.length - files.length;
    if (more === 0) return { output: { files, truncated: false } };
    const folders = countFolders(all.slice(files.length), folder ?? "");
    return { output: { files, truncated: true, more, folders } };
  },
});

/** The folders one step down that hold most of what was cut off, as "docs/guides: 120". */
function countFolders(paths: string[], folder: string): string[] {
  const depth = folder.split("/").filter((part) => part !== "" && part !== ".").length + 1;
  const counts = new Map<string, number>();
  for (const path of paths) {
    const parts = path.split("/");
    const name = parts.slice(0, Math.min(depth, parts.length - 1)).join("/") || ".";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort(([left, many], [right, others]) => others - many || (left < right ? -1 : 1))
    .slice(0, mostFolders)
    .map(([name, count]) => `${name}: ${count}`);
}
