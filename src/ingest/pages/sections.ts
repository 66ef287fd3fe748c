import { type SlugStyle, slugger } from "../../docs/page/slug.ts";
import { countWords } from "../../text/count-words.ts";
import type { Piece } from "./split-block.ts";

/** A heading and the blocks up to the next one. `parent` is the line of the heading above it, 0 for none. */
export type Section = {
  headings: string[];
  anchor: string;
  level: number;
  parent: number;
  blocks: Piece[];
  words: number;
};

export type PagePieces = {
  title: string;
  blocks: Piece[];
  /** The page's own lines. */
  lines: string[];
  slugStyle: SlugStyle;
};

type OpenHeading = { level: number; line: number; text: string | undefined };

/** The page by headings; a heading without text of its own goes with the section below it. */
export function splitIntoSections(page: PagePieces): Section[] {
  const { title, blocks, lines } = page;
  const slug = slugger(page.slugStyle);
  const above: OpenHeading[] = [];
  const sections: Section[] = [];
  let current: Section = { headings: [], anchor: "", level: 0, parent: 0, blocks: [], words: 0 };
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
    const anchor = explicitId(lines, block) ?? slug(block.text);
    const waiting = isHeadingOnly(current) && block.level > current.level ? current.blocks : [];
    if (waiting.length === 0 && current.blocks.length > 0) sections.push(current);
    current = {
      headings: above.flatMap(({ text }) => text ?? []),
      anchor: isTitle ? "" : anchor,
      level: block.level,
      parent,
      blocks: [...waiting, block],
      words: 0,
    };
  }
  if (current.blocks.length > 0) sections.push(current);
  return sections;
}

/** Puts neighbours under the same heading together while both have fewer words than `smallest`. */
export function joinSmallSections(sections: Section[], smallest: number): Section[] {
  const joined: Section[] = [];
  let previousSize = 0;
  for (const section of sections) {
    const previous = joined.at(-1);
    const size = wordsOf(section.blocks);
    const areSiblings = previous?.parent === section.parent && previous.level === section.level;
    if (previous !== undefined && areSiblings && size < smallest && previousSize < smallest) {
      previous.blocks.push(...section.blocks);
      previousSize += size;
      previous.words = previousSize;
    } else {
      joined.push({ ...section, blocks: [...section.blocks], words: size });
      previousSize = size;
    }
  }
  return joined;
}

export function wordsOf(blocks: Piece[]): number {
  return blocks.reduce((sum, block) => sum + (block.words ?? countWords(block.text)), 0);
}

const listedId = /^(?:\/\*\s{0,9}|:?\s{0,9}(?:\.[^\s#{}]{1,100}\s{1,9}){0,5})#([^{}\s*]{1,200})/;

/** The id a heading names itself: `## Text {#id}`, `## Text { .class #id }` or `## Text {/* #id *\/}`. */
function explicitId(lines: string[], heading: Piece): string | undefined {
  for (const line of lines.slice(heading.startLine - 1, heading.endLine)) {
    const list = /\{([^{}]{1,300})\}[\s#]{0,50}$/.exec(line.slice(-400))?.[1];
    const id = listedId.exec(list ?? "")?.[1];
    if (id !== undefined) return id;
  }
  return undefined;
}

function isHeadingOnly(section: Section): boolean {
  return section.blocks.length > 0 && section.blocks.every(({ kind }) => kind === "heading");
}
