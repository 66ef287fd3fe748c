import type { Block, ParsedPage } from "../markdown/page.ts";
import { createSlugger } from "../markdown/slug.ts";
import { countWords } from "../text/count-words.ts";

/** A heading and the blocks up to the next one. `parent` is the line of the heading above it, 0 for none. */
export type Section = {
  headings: string[];
  anchor: string;
  level: number;
  parent: number;
  blocks: Block[];
};

type OpenHeading = { level: number; line: number; text: string | undefined };

/** The page by headings; a heading without text of its own goes with the section below it. */
export function splitIntoSections(page: ParsedPage, lines: string[]): Section[] {
  const slug = createSlugger();
  const above: OpenHeading[] = [];
  const sections: Section[] = [];
  let current: Section = { headings: [], anchor: "", level: 0, parent: 0, blocks: [] };
  let hasHeading = false;
  for (const block of page.blocks) {
    if (block.kind !== "heading") {
      current.blocks.push(block);
      continue;
    }
    const isTitle = block.text === page.title && (block.level === 1 || !hasHeading);
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
    } else {
      joined.push({ ...section, blocks: [...section.blocks] });
      previousSize = size;
    }
  }
  return joined;
}

export function wordsOf(blocks: Block[]): number {
  return blocks.reduce((sum, block) => sum + countWords(block.text), 0);
}

/** The id a heading names itself: `## Text {#id}` or `## Text {/* #id *\/}`. */
function explicitId(lines: string[], heading: Block): string | undefined {
  for (const line of lines.slice(heading.startLine - 1, heading.endLine)) {
    const match = /\{(?:\/\*\s{0,9})?#([^{}\s*]{1,200})(?:\s{0,9}\*\/)?\}[\s#]{0,50}$/.exec(line);
    if (match?.[1] !== undefined) return match[1];
  }
  return undefined;
}

function isHeadingOnly(section: Section): boolean {
  return section.blocks.length > 0 && section.blocks.every(({ kind }) => kind === "heading");
}
