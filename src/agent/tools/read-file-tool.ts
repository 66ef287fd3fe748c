import { z } from "zod";
import { AppError } from "../../lib/app-error.ts";
import { fitting } from "../../text/bounded.ts";
import { defineTool } from "./tool.ts";

const mostCharacters = 50_000;

const line = z.int().positive();

export const readFileTool = defineTool({
  name: "read_file",
  description:
    "Reads a text file, or some of its lines, exactly as it is: no line numbers are put in, so that you can copy pieces of it into edit_file. The first line of `content` is startLine. A reply holds about 50,000 characters: while there is a nextLine, read on from there. Images and other binary files cannot be read.",
  input: z.object({
    path: z.string(),
    startLine: line.optional().describe("First line, from 1 on."),
    endLine: line.optional().describe("Last line; left out: as far as one reply goes."),
  }),
  async run({ overlay }, { path, startLine = 1, endLine }) {
    const lines = linesOf(await overlay.read(path));
    const totalLines = lines.length;
    if (startLine > Math.max(1, totalLines)) {
      const advice = `The file has ${totalLines} lines. Begin at one of them.`;
      throw new AppError("invalid_request", advice);
    }
    const wanted = lines.slice(startLine - 1, endLine ?? totalLines);
    const longLine = cutLine(wanted[0] ?? "", startLine);
    if (longLine !== undefined) {
      return { output: { path, startLine, endLine: startLine - 1, totalLines, ...longLine } };
    }
    const content = fitting(wanted, mostCharacters, (text) => text.length);
    const end = startLine - 1 + content.length;
    const place = { path, startLine, endLine: end, totalLines };
    const isCut = content.length < wanted.length;
    return { output: { ...place, ...(isCut && { nextLine: end + 1 }), content: content.join("") } };
  },
});

/** Every line with its own ending, so that joined they are the file again. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** endLine stays before it: nobody can take it for a line that was read whole. */
function cutLine(text: string, number: number) {
  if (text.length <= mostCharacters) return undefined;
  return {
    nextLine: number + 1,
    note: `Line ${number} has ${text.length} characters; these are its first. Find what you need of it with search_text.`,
    content: text.slice(0, mostCharacters).toWellFormed(),
  };
}
