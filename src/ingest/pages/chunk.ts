import type { ParsedPage, PassageDraft } from "../../docs/page/parsed-page.ts";
import type { SlugStyle } from "../../docs/page/slug.ts";
import { joinSmallSections, type Section, splitIntoSections, wordsOf } from "./sections.ts";
import { type Piece, splitBlock } from "./split-block.ts";

const fullPassage = 220;
const longestWhole = 280;
const smallestPassage = 40;
/** In characters: a page whose every paragraph ends in a colon is not one passage. */
const longestUnit = 6000;

/** Cuts a page into passages. They follow its headings, and no code block, table or list item of ordinary size is cut. */
export function chunk(
  { title, blocks: whole }: ParsedPage,
  source: string,
  slugStyle: SlugStyle = "github",
): PassageDraft[] {
  const lines = source.split("\n");
  const blocks = whole.flatMap((block) => splitBlock(block, lines));
  const sections = joinSmallSections(
    splitIntoSections({ title, blocks, lines, slugStyle }),
    smallestPassage,
  );
  return sections.flatMap((section) =>
    splitSection(section).map((blocks) => draft(section, blocks, lines)),
  );
}

function splitSection(section: Section): Piece[][] {
  const total = section.words;
  if (total <= longestWhole) return [section.blocks];
  const partSize = total / Math.ceil(total / fullPassage);
  const parts: Piece[][] = [];
  let part: Piece[] = [];
  let size = 0;
  for (const unit of unitsOf(section.blocks)) {
    const unitSize = wordsOf(unit);
    if (size >= smallestPassage && size + unitSize / 2 > partSize) {
      parts.push(part);
      part = [];
      size = 0;
    }
    part.push(...unit);
    size += unitSize;
  }
  const last = parts.at(-1);
  if (last !== undefined && size < smallestPassage) last.push(...part);
  else parts.push(part);
  return parts;
}

/** Blocks that belong together: headings with what follows, and a paragraph with the code, list or table after it. */
function unitsOf(blocks: Piece[]): Piece[][] {
  const units: Piece[][] = [];
  let unit: Piece[] = [];
  let length = 0;
  for (const [index, block] of blocks.entries()) {
    unit.push(block);
    length += block.text.length;
    if (length < longestUnit && isTiedToNext(block, blocks[index + 1])) continue;
    units.push(unit);
    unit = [];
    length = 0;
  }
  return units;
}

function isTiedToNext(block: Piece, next: Piece | undefined): boolean {
  if (next === undefined) return false;
  if (block.kind === "heading") return true;
  if (block.kind !== "paragraph") return false;
  if (next.kind === "heading") return false;
  return /[:：]$/.test(block.text) || next.kind !== "paragraph";
}

function draft(section: Section, blocks: Piece[], lines: string[]): PassageDraft {
  const startLine = blocks[0]?.startLine ?? 1;
  const endLine = blocks.at(-1)?.endLine ?? startLine;
  const content = contentOf(blocks, lines);
  return {
    headings: section.headings,
    anchor: section.anchor,
    startLine,
    endLine,
    content: content.endsWith("\r") ? content.slice(0, -1) : content,
    text: blocks.map((block) => block.text).join("\n"),
  };
}

function contentOf(blocks: Piece[], lines: string[]): string {
  const from = (start: number, end: number) => lines.slice(start - 1, end).join("\n");
  if (blocks.every(({ content }) => content === undefined)) {
    return from(blocks[0]?.startLine ?? 1, blocks.at(-1)?.endLine ?? 1);
  }
  return blocks
    .map(({ content, startLine, endLine }) => content ?? from(startLine, endLine))
    .join("\n");
}
