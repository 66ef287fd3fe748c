import { z } from "zod";
import { AppError } from "../../lib/app-error.ts";
import { defineTool } from "./tool.ts";

const mostCharacters = 200_000;

const line = z.int().positive();

export const readFile = defineTool({
  name: "read_file",
  description:
    "Reads a text file, or some of its lines. A long file comes in parts: while endLine is less than totalLines, read on from the next line.",
  input: z.object({
    path: z.string(),
    startLine: line.optional().describe("First line, from 1 on."),
    endLine: line.optional().describe("Last line; left out: as far as one reply goes."),
  }),
  async run({ overlay }, { path, startLine = 1, endLine }) {
    const lines = linesOf(await overlay.read(path));
    const totalLines = lines.length;
    if (startLine > Math.max(1, totalLines))
      throw new AppError("invalid_request", `The file has ${totalLines} lines.`);
    const wanted = lines.slice(startLine - 1, endLine ?? totalLines);
    const content = firstLines(wanted, mostCharacters);
    const end = startLine - 1 + content.length;
    return {
      output: { path, startLine, endLine: end, totalLines, content: content.join("") },
    };
  },
});

/** Every line with its own ending, so that joined they are the file again. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** At least one line, and as many more as fit. */
function firstLines(lines: string[], characters: number): string[] {
  let length = 0;
  const end = lines.findIndex((one, index) => {
    length += one.length;
    return index > 0 && length > characters;
  });
  return end === -1 ? lines : lines.slice(0, end);
}
