import type { EmbeddedPassage } from "../answer/answer-input.ts";
import { blocks, type QuotableBlock } from "./blocks.ts";
import { quotable } from "./quotable.ts";

/** A passage split into blocks that can be quoted. */
export type QuotablePassage = {
  n: number;
  path: string;
  title: string;
  headings: string[];
  /** 1 for the passage that search put first, less for each one after it. */
  standing: number;
  blocks: QuotableBlock[];
};

export function quotablePassages(passages: EmbeddedPassage[]): QuotablePassage[] {
  return passages.slice(0, maxPassages).map((passage, index) => ({
    n: passage.n,
    path: passage.path,
    title: passage.title,
    headings: passage.headings,
    standing: 1 / Math.sqrt(index + 1),
    blocks: blocks(quotable(passage.content.slice(0, maxCharacters))),
  }));
}

const maxPassages = 20;
// A passage is a few hundred words; what is longer than this is data, not prose.
const maxCharacters = 24_000;
