import { z } from "zod";
import { defineTool } from "./tool.ts";

const mostFiles = 5_000;

export const listFiles = defineTool({
  name: "list_files",
  description:
    "Lists the files of the repository, or of one folder and everything below it, by path from the top.",
  input: z.object({
    folder: z.string().optional().describe('For example "docs"; left out: the whole repository.'),
  }),
  async run({ overlay }, { folder }) {
    const files = overlay.list(folder ?? "").filter((file) => file.readable);
    const truncated = files.length > mostFiles;
    return { output: { files: files.slice(0, mostFiles).map((file) => file.path), truncated } };
  },
});
