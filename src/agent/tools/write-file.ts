import { z } from "zod";
import { defineTool } from "./tool.ts";

export const writeFile = defineTool({
  name: "write_file",
  description:
    "Writes a whole text file: makes it, or replaces everything in it. For a small change to a page that is there use edit_file.",
  input: z.object({ path: z.string(), content: z.string() }),
  async run({ overlay }, { path, content }) {
    const { created } = overlay.write(path, content);
    return { output: { path, created } };
  },
});
