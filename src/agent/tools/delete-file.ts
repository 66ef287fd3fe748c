import { z } from "zod";
import { defineTool } from "./tool.ts";

export const deleteFile = defineTool({
  name: "delete_file",
  description:
    "Deletes one file. Links and navigation entries that name it stay as they are: correct them too.",
  input: z.object({ path: z.string() }),
  async run({ overlay }, { path }) {
    overlay.remove(path);
    return { output: { path } };
  },
});
