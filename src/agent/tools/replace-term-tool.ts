import { z } from "zod";
import { termParts } from "../../docs/edit/replace-in-page.ts";
import { replaceTerm } from "../../docs/edit/replace-term.ts";
import { firstOf } from "../../text/bounded.ts";
import { repairReport } from "./repair-report.ts";
import { scopeFields, scopeOf } from "./scope-fields.ts";
import { defineTool } from "./tool.ts";

const mostFiles = 500;
const mostLines = 20;
const usual = termParts.filter((part) => part !== "code");

export const replaceTermTool = defineTool({
  name: "replace_term",
  description: `Replaces a term wherever it stands as a word of its own, in all the docs or in some files and folders. It knows prose, headings, front matter, code, and the titles and labels of the site's navigation and settings apart, and leaves addresses alone. A term that begins in lower case is found with a capital too. Links to headings that change follow them.
The output says what was left: places in other parts, longer words such as plurals, settings that no reader sees, and pages outside the folders of the docs: say so at the end. Where nothing is found it fails and nothing changes.`,
  input: z.object({
    from: z.string().min(1).max(300).describe("The term as it is written, on one line."),
    to: z.string().max(5_000),
    ...scopeFields,
    parts: z
      .array(z.enum(termParts))
      .min(1)
      .optional()
      .describe("Where to replace it; left out: everywhere but in code."),
    matchCase: z.boolean().optional().describe("Only with exactly these capitals."),
    whole: z.boolean().optional().describe("Only where it is the whole heading, title or label."),
  }),
  async run(
    { overlay, docsFolder, otherFolders },
    { from, to, parts = usual, matchCase = false, whole = false, ...scope },
  ) {
    const done = await replaceTerm(overlay, {
      ...{ docsFolder, from, to, isExact: matchCase, isWhole: whole, parts: new Set(parts) },
      ...scopeOf(scope),
      otherFolders,
    });
    const { places, forms, settings, outside } = done.left;
    const { repaired, notRepaired } = repairReport({
      ...{ repaired: done.linked, problems: done.problems, mentions: [] },
    });
    return {
      output: {
        replaced: done.replaced.reduce((sum, { count }) => sum + count, 0),
        files: done.replaced.slice(0, mostFiles).map(({ path, count, lines }) => ({
          ...{ path, replaced: count, lines: firstOf(lines, mostLines) },
        })),
        moreFiles: Math.max(0, done.replaced.length - mostFiles),
        linksFollowed: repaired,
        left: { places, otherForms: forms, settings, outside },
        notChanged: notRepaired,
      },
    };
  },
});
