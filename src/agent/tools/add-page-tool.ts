import { z } from "zod";
import { addPage } from "../../docs/edit/add-page.ts";
import { defineTool } from "./tool.ts";

export const addPageTool = defineTool({
  name: "add_page",
  description:
    "Writes a new page with a title and a text, in front matter or with a heading as the pages beside it have it, and lists it in the site's navigation: in the group you name, else after the pages of its folder. listedIn says which file lists it; where it is missing, the navigation has to be changed by hand. Tags and braces in the text are written so that readers see them; for a page with components use write_file.",
  input: z.object({
    path: z.string().max(1_000).describe('From the top of the repository: "docs/guides/keys.mdx".'),
    title: z.string().min(1).max(200),
    text: z.string().min(1).max(100_000).describe("Markdown, without the title."),
    group: z.string().min(1).max(200).optional().describe("Title of a group of the navigation."),
  }),
  async run({ overlay, docsFolder }, page) {
    const { path, listedIn } = await addPage(overlay, { docsFolder, ...page });
    return { output: { path, ...(listedIn !== undefined && { listedIn }) } };
  },
});
