import { isHidden, readFrontMatter } from "./front-matter.ts";
import { unixLines } from "./line-ends.ts";
import { stripMarkup } from "./markup/strip-markup.ts";
import type { PageFormat } from "./page-format.ts";
import type { Block, ParsedPage } from "./parsed-page.ts";
import { readBlocks } from "./read-blocks.ts";

const longestTitle = 1000;

/** Reads a page of documentation. Never throws and runs nothing: whatever is wrong with the page is in `problems`. */
export function parsePage(source: string, format: PageFormat): ParsedPage {
  const lines = unixLines(source).split("\n");
  const frontMatter = readFrontMatter(source);
  lines.fill("", 0, frontMatter.lineCount);
  const stripped = stripMarkup(lines.join("\n"), format);
  const blocks = readBlocks(stripped.text, format);
  const { metadata } = frontMatter;
  return {
    title: (textOf(metadata.title) || firstHeading(blocks)).slice(0, longestTitle),
    description: textOf(metadata.description),
    metadata,
    hidden: isHidden(metadata),
    blocks,
    problems: [...frontMatter.problems, ...stripped.problems],
  };
}

function textOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.trim() : "";
}

function firstHeading(blocks: Block[]): string {
  return blocks.find((block) => block.kind === "heading")?.text ?? "";
}
