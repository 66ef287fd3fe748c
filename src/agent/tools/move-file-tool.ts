import { z } from "zod";
import { moveFiles } from "../../docs/edit/move-files.ts";
import { repairReport } from "./repair-report.ts";
import { defineTool } from "./tool.ts";

export const moveFileTool = defineTool({
  name: "move_file",
  description: `Moves or renames a file, or a folder with everything below it (up to 1,000 files). It also corrects, in the same call, every link to what moved on all pages, the moved pages' own relative links and imports, and the entries of the site's navigation where it is plainly written, and redirects that lead to it. Do not correct those by hand afterwards.
The output lists the files it repaired with their lines. Go through notRepaired and stillNamed: those are left for you to decide. The title in the page and in the navigation does not change.`,
  input: z.object({
    from: z
      .string()
      .describe('The file or folder, from the top of the repository: "docs/keys.md".'),
    to: z
      .string()
      .describe("Its new path. A path that ends with / is a folder to put the file into."),
  }),
  async run({ overlay, docsFolder }, { from, to }) {
    const moved = await moveFiles(overlay, { docsFolder, from, to });
    const { address } = moved;
    return {
      output: {
        from: moved.from,
        to: moved.to,
        files: moved.count,
        ...repairReport(moved),
        ...(address && {
          note: `Its address changes from /${address.old} to /${address.new}. Where these docs keep redirects, add one.`,
        }),
      },
    };
  },
});
