import { z } from "zod";
import { type InsertPlace, insertText } from "../../docs/edit/insert-text.ts";
import { AppError } from "../../lib/app-error.ts";
import { defineTool } from "./tool.ts";

export const insertTextTool = defineTool({
  name: "insert_text",
  description:
    "Puts a text into a page, as a section with a heading of its own or without one: at an end of the page, before or after the whole section that a heading names, right below its heading, or as the last part of it (under). The rest of the page stays to the letter as it is. The heading gets the level of the sections beside it. Tags and braces in the text are written so that readers see them; to add components use edit_file.",
  input: z.object({
    path: z.string(),
    text: z.string().min(1).max(50_000).describe("Markdown."),
    heading: z.string().min(1).max(200).optional().describe("Left out: no heading of its own."),
    at: z.enum(["start", "end", "before", "after", "below", "under"]),
    section: z
      .string()
      .max(200)
      .optional()
      .describe("The heading that before, after, below and under are about."),
  }),
  async run({ overlay }, { path, at, section, heading, text }) {
    const place = placeOf(at, section);
    const before = await overlay.read(path);
    const after = insertText(path, before, { place, heading, text });
    if (isRepeated(before, after)) return { output: { path, inserted: false } };
    overlay.write(path, after, { before });
    return { output: { path, inserted: true } };
  },
});

/** Whether the same text stands right before or after its place already: an instruction that is sent again adds nothing. */
function isRepeated(before: string, after: string): boolean {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  const shared = before.length - start;
  const added = after.slice(start, after.length - shared).trim();
  // What lies between is no plain insertion: the page's end was set right too.
  if (added === "" || !after.endsWith(before.slice(start))) return false;
  const [above, below] = [before.slice(0, start).trimEnd(), before.slice(start).trimStart()];
  return `\n${above}`.endsWith(`\n${added}`) || `${below}\n`.startsWith(`${added}\n`);
}

function placeOf(at: InsertPlace["at"], section: string | undefined): InsertPlace {
  if (at === "start" || at === "end") return { at };
  if (section !== undefined) return { at, heading: section };
  throw new AppError("invalid_request", `Name the section that the text goes ${at}.`);
}
