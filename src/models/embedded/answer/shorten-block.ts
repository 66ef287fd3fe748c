import { terms } from "../../../text/terms.ts";
import { wordCount } from "../quotable/word-count.ts";
import type { PartBlock } from "./page-parts.ts";
import { coverage, type Question } from "./question.ts";

/** A list or table cut at the borders of its items to what speaks of the question, other blocks only where they fit. */
export function shortenBlock(
  question: Question,
  block: PartBlock,
  budget: number,
): PartBlock | undefined {
  if (wordCount(block.text) <= budget) return block;
  if (block.kind === "table") return shortenTable(question, block, budget);
  if (block.kind === "list" || block.kind === "steps") return shortenList(question, block, budget);
  return undefined;
}

function shortenTable(question: Question, block: PartBlock, budget: number): PartBlock | undefined {
  const [header = "", ...rows] = block.items;
  const delimiter = block.text.split("\n")[1] ?? "";
  const kept = bestItems(question, rows, budget - wordCount(header));
  if (kept.size === 0) return undefined;
  const shown = rows.filter((_, index) => kept.has(index));
  const cells = Math.max(1, header.split(/(?<!\\)\|/).length - 2);
  const gap = `| … ${"|  ".repeat(cells - 1)}|`;
  const text = [header, delimiter, ...shown, gap].join("\n");
  return { ...block, text, items: [header, ...shown] };
}

function shortenList(question: Question, block: PartBlock, budget: number): PartBlock | undefined {
  const { writtenItems } = block;
  const kept =
    block.kind === "steps"
      ? firstItems(writtenItems, budget)
      : bestItems(question, writtenItems, budget);
  if (kept.size === 0) return undefined;
  const gap = block.kind === "steps" ? "…" : "- …";
  const lines: string[] = [];
  for (const [index, item] of writtenItems.entries()) {
    if (kept.has(index)) lines.push(item);
    else if (lines.at(-1) !== gap) lines.push(gap);
  }
  const isLoose = block.text.includes("\n\n") || block.kind === "steps";
  return {
    ...block,
    text: lines.join(isLoose ? "\n\n" : "\n"),
    items: block.items.filter((_, at) => kept.has(at)),
  };
}

/** Steps are followed from the first one on. */
function firstItems(items: string[], budget: number): Set<number> {
  const kept = new Set<number>();
  let left = budget;
  for (const [index, item] of items.entries()) {
    left -= wordCount(item);
    if (left < 0) break;
    kept.add(index);
  }
  return kept;
}

function bestItems(question: Question, items: string[], budget: number): Set<number> {
  const scored = items.map((item, index) => ({
    index,
    words: wordCount(item),
    score: coverage(question, new Set(terms(item))) + question.agreement(item.slice(0, 600)),
  }));
  const kept = new Set<number>();
  let left = budget;
  for (const { index, words } of scored.sort((a, b) => b.score - a.score)) {
    if (words > left) continue;
    kept.add(index);
    left -= words;
  }
  return kept;
}
