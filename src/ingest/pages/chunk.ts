import { writtenId } from "../../docs/page/anchors.ts";
import type { HeadingPlace, ParsedPage, PassageDraft } from "../../docs/page/parsed-page.ts";
import { type SlugStyle, slugger } from "../../docs/page/slug.ts";
import { countWords } from "../../text/count-words.ts";
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
    laterHeadings: section.laterHeadings.filter(({ line }) => line >= startLine && line <= endLine),
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

/** A heading and the blocks up to the next one. `parent` is the line of the heading above it, 0 for none. */
type Section = {
  headings: string[];
  anchor: string;
  level: number;
  parent: number;
  /** Of the sections that were joined with it. */
  laterHeadings: HeadingPlace[];
  blocks: Piece[];
  words: number;
};

type PagePieces = {
  title: string;
  blocks: Piece[];
  /** The page's own lines. */
  lines: string[];
  slugStyle: SlugStyle;
};

type OpenHeading = { level: number; line: number; text: string | undefined };

/** The page by headings; a heading without text of its own goes with the section below it. */
function splitIntoSections(page: PagePieces): Section[] {
  const { title, blocks, lines } = page;
  const slug = slugger(page.slugStyle);
  const above: OpenHeading[] = [];
  const sections: Section[] = [];
  let current: Section = sectionOf({ headings: [], anchor: "", level: 0, parent: 0, blocks: [] });
  let hasHeading = false;
  for (const block of blocks) {
    if (block.kind !== "heading") {
      current.blocks.push(block);
      continue;
    }
    const isTitle = block.text === title && (block.level === 1 || !hasHeading);
    hasHeading = true;
    while ((above.at(-1)?.level ?? 0) >= block.level) above.pop();
    const parent = above.at(-1)?.line ?? 0;
    above.push({
      level: block.level,
      line: block.startLine,
      text: isTitle ? undefined : block.text,
    });
    const anchor = writtenId(lines, block) ?? slug(block.text);
    const waiting = isHeadingOnly(current) && block.level > current.level ? current.blocks : [];
    if (waiting.length === 0 && current.blocks.length > 0) sections.push(current);
    current = sectionOf({
      headings: above.flatMap(({ text }) => text ?? []),
      anchor: isTitle ? "" : anchor,
      level: block.level,
      parent,
      blocks: [...waiting, block],
    });
  }
  if (current.blocks.length > 0) sections.push(current);
  return sections;
}

function sectionOf(given: Omit<Section, "laterHeadings" | "words">): Section {
  return { ...given, laterHeadings: [], words: 0 };
}

/** Puts neighbours under the same heading together while both have fewer words than `smallest`. */
function joinSmallSections(sections: Section[], smallest: number): Section[] {
  const joined: Section[] = [];
  let previousSize = 0;
  for (const section of sections) {
    const previous = joined.at(-1);
    const size = wordsOf(section.blocks);
    const areSiblings = previous?.parent === section.parent && previous.level === section.level;
    if (previous !== undefined && areSiblings && size < smallest && previousSize < smallest) {
      previous.blocks.push(...section.blocks);
      previous.laterHeadings.push(placeOf(section));
      previousSize += size;
      previous.words = previousSize;
    } else {
      joined.push({ ...section, blocks: [...section.blocks], words: size });
      previousSize = size;
    }
  }
  return joined;
}

function placeOf({ headings, anchor, blocks }: Section): HeadingPlace {
  return { line: blocks[0]?.startLine ?? 1, heading: headings.at(-1) ?? "", anchor };
}

function wordsOf(blocks: Piece[]): number {
  return blocks.reduce((sum, block) => sum + (block.words ?? countWords(block.text)), 0);
}

function isHeadingOnly(section: Section): boolean {
  return section.blocks.length > 0 && section.blocks.every(({ kind }) => kind === "heading");
}
