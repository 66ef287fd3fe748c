import { z } from "zod";
import { defineTool } from "./tool.ts";

export const moveFile = defineTool({
  name: "move_file",
  description:
    "Moves or renames one file. Links and navigation entries that name it stay as they are: correct them too.",
  input: z.object({ from: z.string(), to: z.string() }),
  async run({ overlay }, { from, to }) {
    await overlay.move(from, to);
    return { output: { from, to } };
  },
});
