import { z } from "zod";
import { type FieldValue, setFrontMatter } from "../../docs/edit/set-front-matter.ts";
import { AppError } from "../../lib/app-error.ts";
import { scopeFields, scopeOf } from "./scope-fields.ts";
import { defineTool } from "./tool.ts";

const mostFiles = 500;

const value = z
  .union([z.string().max(5_000), z.number(), z.boolean(), z.null(), z.array(z.string()).max(50)])
  .describe("null takes the field out.");

export const setFrontMatterTool = defineTool({
  name: "set_front_matter",
  description:
    "Sets fields of the front matter of one page or of many, and leaves the rest of each page to the letter as it is. `fill` gives pages that lack a title or a description one from their own first heading or sentence. Only YAML between --- lines is changed; all pages are changed, or none. The output names the pages that changed, and those that had nothing to fill a field from.",
  input: z.object({
    ...scopeFields,
    set: z.record(z.string().max(80), value).optional().describe('{"description": "…"}'),
    fill: z.array(z.enum(["title", "description"])).optional(),
  }),
  async run({ overlay, docsFolder, otherFolders }, { set = {}, fill = [], ...scope }) {
    const fields = new Map(Object.entries(set).map(([key, own]) => [key, fieldOf(own)]));
    if (fields.size + fill.length === 0)
      throw new AppError("invalid_request", "Give fields in set, or in fill.");
    const wanted = { docsFolder, set: fields, fill, ...scopeOf(scope), otherFolders };
    const { files, problems, without } = await setFrontMatter(overlay, wanted);
    return {
      output: {
        changed: files.slice(0, mostFiles).map(({ path }) => path),
        moreChanged: Math.max(0, files.length - mostFiles),
        nothingToFill: without.slice(0, 100),
        notChanged: problems.slice(0, 50).map(({ path, reason }) => `${path} ${reason}`),
      },
    };
  },
});

function fieldOf(own: z.output<typeof value>): FieldValue {
  if (own === null) return undefined;
  return typeof own === "string" ? { text: own } : { yaml: JSON.stringify(own) };
}
