import { unixLines } from "./line-ends.ts";
import { stripMarkup } from "./markup/strip-markup.ts";
import { readBlocks } from "./read-blocks.ts";
import type { Range } from "./region.ts";
import { scanPage } from "./scan-page.ts";

/** The readable text of a piece of Markdown or MDX, one line for each paragraph, item and table row. */
export function plainText(markdown: string): string {
  const { text } = stripMarkup(unixLines(markdown), "md");
  return readBlocks(text, "md")
    .map((block) => block.text)
    .join("\n");
}

/** The same Markdown without links, images and tags: their text stays, code and every line break too. */
export function withoutLinks(markdown: string): string {
  return reduceLinks(stripMarkup(unixLines(markdown), "md").text);
}

/** Markdown with each link and image replaced by its text; code is left alone, and every line break stays. */
function reduceLinks(markdown: string): string {
  const { regions, pairs } = scanPage(markdown, "md", 0);
  const cuts: Range[] = regions.flatMap((region) => {
    if (region.kind !== "target" || region.form === "attribute") return [];
    const { start, end } = region.around;
    if (region.form === "definition") return [region.around];
    if (region.form === "bare")
      return [
        { start, end: region.start },
        { start: region.end, end },
      ];
    const text = start + (region.isImage ? 2 : 1);
    return [
      { start, end: text },
      { start: text + region.label.length, end },
    ];
  });
  for (const { open, close, end, isInline, isImage } of pairs) {
    // `items[0][1]` is no link.
    if (isInline || end === close + 1 || /[\w\]]/.test(markdown.charAt(open - 1))) continue;
    const start = isImage ? open - 1 : open;
    cuts.push({ start, end: open + 1 }, { start: close, end });
  }
  return withoutRanges(markdown, cuts);
}

function withoutRanges(text: string, ranges: Range[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of ranges.sort((left, right) => left.start - right.start)) {
    if (start < at) continue;
    pieces.push(text.slice(at, start), text.slice(start, end).replace(/[^\n]+/g, ""));
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}
