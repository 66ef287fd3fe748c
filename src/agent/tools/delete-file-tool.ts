import { z } from "zod";
import { deletePage } from "../../docs/edit/delete-page.ts";
import { repairReport } from "./repair-report.ts";
import { defineTool } from "./tool.ts";

export const deleteFileTool = defineTool({
  name: "delete_file",
  description: `Deletes one file. In the same call, links to it on all pages become their plain text, or lead to \`replacement\`, and its entries in the site's navigation go where that is plainly written. Groups stay, even empty ones.
Give a replacement whenever another page tells the reader the same. The output lists the files it repaired with their lines. Go through notRepaired and stillNamed: those are left for you. Read sentences that lost a link: they may need another wording.`,
  input: z.object({
    path: z.string().describe("The file, from the top of the repository."),
    replacement: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe(
        "Where links to it shall lead: a file's path, a page's address, or an https address.",
      ),
  }),
  async run({ overlay, docsFolder }, { path, replacement }) {
    const deleted = await deletePage(overlay, { docsFolder, path, replacement });
    return { output: { path: deleted.path, ...repairReport(deleted) } };
  },
});
