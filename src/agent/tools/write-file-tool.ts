import { z } from "zod";
import { frontMatterEnd } from "../../docs/page/front-matter.ts";
import { AppError } from "../../lib/app-error.ts";
import { habitsOf, withHabits, withoutBom } from "./text-habits.ts";
import { defineTool } from "./tool.ts";

const maxBytes = 1_000_000;
const binaryEnding =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|pdf|zip|gz|tgz|7z|mp[34]|webm|mov|woff2?|ttf|otf|eot|docx|xlsx|pptx)$/i;

export const writeFileTool = defineTool({
  name: "write_file",
  description:
    "Writes a whole text file: makes it, or replaces everything in it. For a change to a part of a page use edit_file, which is safer. Line ends, byte order mark and final line break of a file that is there are kept. Front matter must not get lost: repeat it, or set allowFrontMatterChange when it shall go. Up to 1 MB of text; images and other binary files cannot be written. A new page also needs its entry in the navigation.",
  input: z.object({
    path: z.string().describe('From the top of the repository: "docs/guides/keys.mdx".'),
    content: z.string().describe("The whole text."),
    allowFrontMatterChange: z
      .boolean()
      .optional()
      .describe("The page may lose the front matter it has."),
  }),
  async run({ overlay }, { path, content, allowFrontMatterChange }) {
    requireText(path, content);
    const old = overlay.has(path) ? await overlay.read(path) : "";
    if (old === "") {
      const bare = withoutBom(content);
      const isComplete = bare === "" || bare.endsWith("\n");
      const { created } = overlay.write(
        path,
        isComplete ? bare : `${bare}${habitsOf(bare).usualEnd}`,
      );
      return { output: { path, created } };
    }
    const losesFrontMatter =
      /\.(?:mdx?|markdown)$/i.test(path) &&
      frontMatterEnd(old) > 0 &&
      frontMatterEnd(content) === 0;
    if (losesFrontMatter && allowFrontMatterChange !== true) throw frontMatterLost(path);
    const { created } = overlay.write(path, withHabits(content, habitsOf(old)), { before: old });
    return { output: { path, created } };
  },
});

function requireText(path: string, content: string): void {
  if (binaryEnding.test(path)) {
    throw new AppError(
      "unsupported_media_type",
      `${path} would be a binary file, and only text can be written. Link to a file that is there (list_files with a glob finds them), or tell the user what is missing.`,
    );
  }
  if (content.includes("\0") || !content.isWellFormed()) {
    throw new AppError(
      "invalid_request",
      "The content is not plain text: leave out NUL characters and halves of characters.",
    );
  }
  const bytes = Buffer.byteLength(content);
  if (bytes <= maxBytes) return;
  throw new AppError(
    "too_large",
    `The content has ${bytes} bytes; the limit is 1 MB. Split it into several pages.`,
  );
}

function frontMatterLost(path: string): AppError {
  return new AppError(
    "conflict",
    `${path} begins with front matter (title and the like), and the new text has none. Read the page and repeat its front matter at the top; if it shall go, set allowFrontMatterChange to true.`,
  );
}
