import { stripMarkup } from "./markup/strip-markup.ts";
import { readBlocks } from "./read-blocks.ts";
import { reduceLinks } from "./reduce-links.ts";

/** The readable text of a piece of Markdown or MDX, one line for each paragraph, item and table row. */
export function plainText(markdown: string): string {
  const { text } = stripMarkup(unixLines(markdown), "md");
  return readBlocks(text, "md")
    .blocks.map((block) => block.text)
    .join("\n");
}

/** The same Markdown without links, images and tags: their text stays, code and every line break too. */
export function withoutLinks(markdown: string): string {
  return reduceLinks(stripMarkup(unixLines(markdown), "md").text);
}

function unixLines(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
