import { z } from "zod";
import { repairLinks } from "../../docs/edit/repair-links.ts";
import { scopeFields, scopeOf } from "./scope-fields.ts";
import { defineTool } from "./tool.ts";

const mostFiles = 500;
const mostLeft = 100;

export const repairLinksTool = defineTool({
  name: "repair_links",
  description:
    "Finds the links, anchors and images that lead nowhere, in all the docs or in some files and folders, whether or not you changed them, and corrects each where exactly one page, heading or file can be meant. Everything else stays as it is: `left` names what is broken and has no one right target, as path:line, with what it may mean.",
  input: z.object(scopeFields),
  async run({ overlay, docsFolder, otherFolders }, scope) {
    const { repaired, left } = await repairLinks(overlay, {
      ...{ docsFolder, otherFolders },
      ...scopeOf(scope),
    });
    return {
      output: {
        repaired: repaired.slice(0, mostFiles).map(({ path, lines, links }) => ({
          ...{ path, lines: lines.slice(0, 20), links: links.slice(0, 20) },
        })),
        links: repaired.reduce((sum, { links }) => sum + links.length, 0),
        left: left
          .slice(0, mostLeft)
          .map(({ path, line, reason }) => `${path}:${line} ${reason}`.slice(0, 500)),
        moreLeft: Math.max(0, left.length - mostLeft),
      },
    };
  },
});
