import { terms } from "../../../text/terms.ts";
import { wordCount } from "../quotable/word-count.ts";
import type { Part, PartBlock } from "./page-parts.ts";
import { coverage, type Question } from "./question.ts";
import { shortenBlock } from "./shorten-block.ts";
import { withoutOtherVariants } from "./variants.ts";

/** Blocks of a part in their order; `undefined` where something is left out. */
export type Quotation = (PartBlock | undefined)[];

/** The part in its own shape and order: whole where it is short, else its lead and what speaks most of the question. */
export function quotePart(question: Question, part: Part, budget: number): Quotation {
  const all = unitsOf(withoutOtherVariants(question, part.blocks));
  const fitting = all.filter((unit) => !question.isOpposite(textOf(unit)));
  const units = fitting.length > 0 ? fitting : all;
  const scored = units.map((unit, place) => ({
    unit,
    place,
    score: scoreOf(question, unit, place),
  }));
  const chosen = new Map<number, Quotation>();
  let left = budget;
  for (const { unit, place } of scored.toSorted((a, b) => b.score - a.score)) {
    const words = wordsOf(unit);
    if (words <= left * slack || (chosen.size === 0 && words <= budget * slack)) {
      chosen.set(place, unit);
      left -= words;
      continue;
    }
    if (left < budget * leastRest || isOutput(unit)) continue;
    const shortened = unit.map((block) => shortenBlock(question, block, left));
    if (!shortened.some((block) => block !== undefined)) continue;
    chosen.set(place, shortened);
    left -= wordsOf(shortened);
  }
  return withGaps(units, chosen);
}

const slack = 1.15;
const leastRest = 0.3;

function withGaps(units: PartBlock[][], chosen: Map<number, Quotation>): Quotation {
  const quotation: Quotation = [];
  for (const place of units.keys()) {
    for (const block of chosen.get(place) ?? [undefined]) {
      const isGap = block === undefined;
      if (!isGap || (quotation.length > 0 && quotation.at(-1) !== undefined)) quotation.push(block);
    }
  }
  return quotation;
}

export function wordsOf(blocks: Quotation): number {
  return blocks.reduce((sum, block) => sum + wordCount(block?.text ?? ""), 0);
}

/** Blocks that are quoted together: a paragraph with the code, list or table it introduces, a tab with its title. */
function unitsOf(blocks: PartBlock[]): PartBlock[][] {
  const units: PartBlock[][] = [];
  let unit: PartBlock[] = [];
  for (const [index, block] of blocks.entries()) {
    unit.push(block);
    const next = blocks[index + 1];
    if (next !== undefined && isTied(block, next)) continue;
    units.push(unit);
    unit = [];
  }
  return units;
}

function isTied(block: PartBlock, next: PartBlock): boolean {
  if (block.kind === "heading") return true;
  if (block.kind !== "paragraph") return false;
  return /[:：]$/.test(block.text) || next.kind === "code";
}

function textOf(unit: PartBlock[]): string {
  return unit.map((block) => block.text).join("\n");
}

function scoreOf(question: Question, unit: PartBlock[], place: number): number {
  const text = textOf(unit);
  return (
    coverage(question, new Set(terms(text))) +
    agreementCredit * question.agreement(text) +
    (place === 0 && unit[0]?.isFound ? leadCredit : 0) +
    (unit.some((block) => question.wants.includes(block.kind)) ? kindCredit : 0) -
    (unit.some((block) => block.isFound) ? 0 : elsewherePenalty) -
    (isOutput(unit) ? outputPenalty : 0) -
    (question.wants.length === 0 && unit.some((block) => block.kind === "code") ? codePenalty : 0)
  );
}

const agreementCredit = 0.8;
const leadCredit = 0.3;
const kindCredit = 0.3;
const elsewherePenalty = 0.4;
const outputPenalty = 1;
const codePenalty = 0.2;

/** "The output is similar to:" shows what a command prints, not what was asked for. */
function isOutput(unit: PartBlock[]): boolean {
  const [intro] = unit;
  if (intro?.kind !== "paragraph" || unit.length < 2) return false;
  const last = intro.text.slice(-200);
  return /\b(?:outputs?|prints?|similar to|following errors?|error messages?|looks? like|should see|will see|the response|the result)\b[^.!?]{0,120}[:：]$/i.test(
    last,
  );
}
