import { createWeightedCache } from "../../../lib/weighted-cache.ts";
import { sentences } from "../../../text/sentences.ts";
import { type QuotableBlock, blocks as readBlocks } from "../quotable/blocks.ts";
import { componentTitleLevel, quotable } from "../quotable/quotable.ts";
import { withoutHoles } from "../quotable/without-holes.ts";
import type { EmbeddedPassage } from "./answer-input.ts";

/** A heading with what stands below it up to the next one. */
export type Part = {
  path: string;
  title: string;
  /** Headings above its text, outermost first. */
  headings: string[];
  /** Search's score as a share of the best one; 0 where search did not find it. */
  standing: number;
  blocks: PartBlock[];
  /** The part that follows on the page, where it was read. */
  next?: Part | undefined;
};

/** A block and the number of its passage; `isFound` where search found that very passage. */
export type PartBlock = QuotableBlock & { n: number; isFound: boolean };

// A passage is a few hundred words; what is longer than this is data, not prose.
const maxCharacters = 24_000;
const maxPassages = 40;

/** The passages as the parts of their pages: pieces of one section are put together again, sections that share a passage apart. */
export function pageParts(passages: EmbeddedPassage[], read: ReadPassage): Part[] {
  const first = passages.slice(0, maxPassages);
  const best = Math.max(...first.map(({ score }) => score));
  return [...Map.groupBy(first, ({ path }) => path).values()].flatMap((page) => {
    const inOrder = page.toSorted((left, right) => left.startLine - right.startLine);
    const sections = Map.groupBy(inOrder, ({ anchor, headings }) =>
      [anchor, ...headings].join("\n"),
    );
    const parts = [...sections.values()].flatMap((section) =>
      splitAtHeadings(section, { best, read }),
    );
    for (const [index, part] of parts.entries()) {
      part.next = parts[index + 1];
      if (!isBelow(part, part.next)) part.blocks = withoutOpenEnd(part.blocks);
    }
    return parts;
  });
}

/** The nearest heading; the page's title where there is none. */
export function headingOf({ headings, title }: Part): string {
  return headings.at(-1) ?? title;
}

function splitAtHeadings(
  section: EmbeddedPassage[],
  { best, read }: { best: number; read: ReadPassage },
): Part[] {
  const [first] = section;
  if (first === undefined) return [];
  const { path, title, headings } = first;
  const standing = best > 0 ? Math.max(...section.map(({ score }) => score)) / best : 1;
  const open = (own: string[]): Part => ({ path, title, headings: own, standing, blocks: [] });
  const parts = [open(headings)];
  let depth = 0;
  for (const block of section.flatMap((passage) => blocksOf(passage, { best, read }))) {
    if (block.kind !== "heading" || block.level >= componentTitleLevel) {
      parts.at(-1)?.blocks.push(block);
      continue;
    }
    // The first heading of a passage is the one it is filed under; a later one stands beside it.
    const isOwn = block.text === headings.at(-1) || block.text === title || depth === 0;
    depth += 1;
    parts.push(open(isOwn ? headings : [...headings.slice(0, -1), block.text]));
  }
  return parts.filter((part) => part.blocks.some(({ kind }) => kind !== "heading"));
}

/** The second one is a section of the first. */
export function isBelow(part: Part, next: Part | undefined): next is Part {
  if (next === undefined || next.headings.length <= part.headings.length) return false;
  return part.headings.every((heading, level) => next.headings[level] === heading);
}

export function hasOpenEnd(blocks: PartBlock[]): boolean {
  const last = blocks.at(-1);
  return last?.kind === "paragraph" && /[:：]$/.test(last.text);
}

/** "Do it like this:" says nothing where what it points at is not on the page. */
function withoutOpenEnd(blocks: PartBlock[]): PartBlock[] {
  const last = blocks.at(-1);
  if (last === undefined || !hasOpenEnd(blocks)) return blocks;
  const said = sentences(last.text.replaceAll("\n", " "));
  const text = last.text.slice(0, said.at(-1)?.start ?? 0).trim();
  return [...blocks.slice(0, -1), ...(text === "" ? [] : [{ ...last, text }])];
}

function blocksOf(
  { n, path, content, score }: EmbeddedPassage,
  { best, read }: { best: number; read: ReadPassage },
): PartBlock[] {
  const isFound = score > 0 || best <= 0;
  const blocks = read(content.slice(0, maxCharacters), /\.mdx$/i.test(path));
  return blocks.map((block) => ({ ...block, n, isFound }));
}

/** What of a passage's source can be quoted. */
export type ReadPassage = (source: string, isMdx: boolean) => QuotableBlock[];

/** In characters of source; what is made of it takes about three times as much. */
const keptCharacters = 2_000_000;

/** Reading is the dear part, and readers ask about the same passages over and over. */
export function passageReader(): ReadPassage {
  const known = createWeightedCache<QuotableBlock[]>(keptCharacters);
  return (source, isMdx) => {
    const key = `${isMdx ? "mdx" : "md"} ${source}`;
    const blocks =
      known.get(key) ??
      readBlocks(quotable(source, isMdx)).flatMap((block) => withoutHoles(block) ?? []);
    known.set(key, blocks, key.length);
    return blocks;
  };
}
