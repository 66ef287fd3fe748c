import { blocks, type QuotableBlock } from "./blocks.ts";
import type { EmbeddedPassage } from "./input.ts";
import { quotable } from "./quotable.ts";

/** A passage split into blocks that can be quoted. */
export type QuotablePassage = {
  n: number;
  title: string;
  headings: string[];
  /** Score relative to the best passage, 0 to 1. */
  standing: number;
  blocks: QuotableBlock[];
};

export function quotablePassages(passages: EmbeddedPassage[]): QuotablePassage[] {
  const best = Math.max(...passages.map((passage) => passage.score), Number.MIN_VALUE);
  return passages.slice(0, maxPassages).map((passage) => ({
    n: passage.n,
    title: passage.title,
    headings: passage.headings,
    standing: Math.min(1, Math.max(0, passage.score / best)),
    blocks: blocks(quotable(passage.content.slice(0, maxCharacters))),
  }));
}

const maxPassages = 20;
// A passage is a few hundred words; what is longer than this is data, not prose.
const maxCharacters = 24_000;
