import type { Block, ParsedPage, PassageDraft } from "../markdown/page.ts";
import { joinSmallSections, type Section, splitIntoSections, wordsOf } from "./sections.ts";

const fullPassage = 220;
const longestWhole = 280;
const smallestPassage = 40;

/** Cuts a page into passages. They follow its headings, and no code block, table or list item is cut. */
export function chunk(page: ParsedPage, source: string): PassageDraft[] {
  const lines = source.split("\n");
  const sections = joinSmallSections(splitIntoSections(page, lines), smallestPassage);
  return sections.flatMap((section) =>
    splitSection(section).map((blocks) => draft(section, blocks, lines)),
  );
}

function splitSection(section: Section): Block[][] {
  const total = wordsOf(section.blocks);
  if (total <= longestWhole) return [section.blocks];
  const partSize = total / Math.ceil(total / fullPassage);
  const parts: Block[][] = [];
  let part: Block[] = [];
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
function unitsOf(blocks: Block[]): Block[][] {
  const units: Block[][] = [];
  let unit: Block[] = [];
  for (const [index, block] of blocks.entries()) {
    unit.push(block);
    if (isTiedToNext(block, blocks[index + 1])) continue;
    units.push(unit);
    unit = [];
  }
  return units;
}

function isTiedToNext(block: Block, next: Block | undefined): boolean {
  if (next === undefined) return false;
  if (block.kind === "heading") return true;
  if (block.kind !== "paragraph") return false;
  if (next.kind === "heading") return false;
  return /[:：]$/.test(block.text) || next.kind !== "paragraph";
}

function draft(section: Section, blocks: Block[], lines: string[]): PassageDraft {
  const startLine = blocks[0]?.startLine ?? 1;
  const endLine = blocks.at(-1)?.endLine ?? startLine;
  const content = lines.slice(startLine - 1, endLine).join("\n");
  return {
    headings: section.headings,
    anchor: section.anchor,
    startLine,
    endLine,
    content: content.endsWith("\r") ? content.slice(0, -1) : content,
    text: blocks.map((block) => block.text).join("\n"),
  };
}
