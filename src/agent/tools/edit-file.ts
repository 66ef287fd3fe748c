import { z } from "zod";
import { AppError } from "../../lib/app-error.ts";
import { defineTool } from "./tool.ts";

export const editFile = defineTool({
  name: "edit_file",
  description:
    "Replaces one piece of a text file. `old` must be in the file exactly once, to the character, spaces and line ends included.",
  input: z.object({ path: z.string(), old: z.string().min(1), new: z.string() }),
  async run({ overlay }, { path, old, new: text }) {
    const content = await overlay.read(path);
    const at = content.indexOf(old);
    if (at === -1)
      throw new AppError(
        "not_found",
        `The text to replace is not in ${path}. Read the file again and copy it from there.`,
      );
    if (content.indexOf(old, at + 1) !== -1)
      throw new AppError(
        "conflict",
        `The text to replace is in ${path} more than once. Give more of the lines around it.`,
      );
    overlay.write(path, content.slice(0, at) + text + content.slice(at + old.length));
    return { output: { path } };
  },
});
