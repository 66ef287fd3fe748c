import type { FoundPassage, SearchQuery } from "../hit.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import { type ChosenEditions, chooseEditions } from "./choose-editions.ts";
import { filteredPages } from "./filtered-pages.ts";
import { liftedPaths } from "./lifted-paths.ts";
import { kindFactors, kindsOfPages } from "./page-kind.ts";

const lift = 1.25;
/** What the passages behind a page's best one add to the page's score. */
const shares = { second: 0.3, third: 0.15, fourth: 0.1 };

/** What the scores of each page are multiplied by: 0 where the filter refuses it or another edition of it is meant. */
export type PageFactors = { factors: Float32Array; editions: ChosenEditions | undefined };

/** Pages that the reader points at rise; glossaries, news and upgrade guides that nobody asks for step back. */
export function pageFactors(index: ProjectIndex, query: SearchQuery): PageFactors {
  const isTaken = filteredPages(index, query.filter);
  const isRefused = (place: number) => isTaken?.[place] === 0 || index.isLive?.[place] === 0;
  const editions = chooseEditions(index, query, isRefused);
  const lifted = liftedPaths(index, query.liftPaths);
  // Whoever names a version that the docs keep does not ask for news about it.
  const kinds = kindFactors(editions?.text ?? query.text);
  const ofKinds = kindsOfPages.map((kind) => kinds[kind]);
  const factors = new Float32Array(index.pageCount);
  const { pageKinds } = index;
  for (let place = 0; place < factors.length; place += 1)
    factors[place] = ofKinds[pageKinds[place] ?? 0] ?? 1;
  if (editions || isTaken || index.isLive)
    for (let place = 0; place < factors.length; place += 1) {
      const ofKind = ofKinds[pageKinds[place] ?? 0] ?? 1;
      factors[place] = isRefused(place) ? 0 : (editions?.factors[place] ?? 1) * ofKind;
    }
  for (const place of lifted) factors[place] = (factors[place] ?? 0) * lift;
  return { factors, editions };
}

/** 1 for slots of pages that are not left out; undefined where none is. */
export function meantSlots(index: ProjectIndex, factors: Float32Array): Uint8Array | undefined {
  if (!factors.includes(0)) return undefined;
  const { firstSlots } = index;
  const isMeant = new Uint8Array(index.keyword.slotCount);
  for (let place = 0; place < factors.length; place += 1)
    if (factors[place] !== 0) isMeant.fill(1, firstSlots[place], firstSlots[place + 1]);
  return isMeant;
}

export function scaleByPage(
  { firstSlots }: ProjectIndex,
  factors: Float32Array,
  scores: Float32Array,
): void {
  for (let place = 0; place < factors.length; place += 1) {
    const factor = factors[place] ?? 1;
    if (factor === 1) continue;
    const end = firstSlots[place + 1] ?? 0;
    for (let slot = firstSlots[place] ?? 0; slot < end; slot += 1)
      scores[slot] = (scores[slot] ?? 0) * factor;
  }
}

/** Passages behind a page's best one never add more to it than this, rounding included. */
export const highestRaise = 1.001 + shares.second + shares.third + shares.fourth;

/**
 * The best slots. Passages of a page with several good passages rise together; a page's best then has the page's score. The scores
 * of pages that cannot come among the best stay as they are.
 */
export function rankByPage(index: ProjectIndex, scores: Float32Array, limit: number): number[] {
  const ranking = rankPages(index, scores, limit);
  const { firstSlots, pageOf } = index;
  let bar = 0;
  for (let slot = 0; slot < scores.length; slot += 1) {
    if ((scores[slot] ?? 0) <= bar) continue;
    const place = pageOf(slot);
    ranking.add(place);
    bar = ranking.least() / highestRaise;
    slot = (firstSlots[place + 1] ?? 0) - 1;
  }
  return ranking.slots;
}

/** The best slots of some pages, as `rankByPage` has them, each page to be added once. */
export function rankPages(index: ProjectIndex, scores: Float32Array, limit: number) {
  const { firstSlots } = index;
  const { slots, least, add } = createTop(index, scores, limit);
  return {
    slots,
    least,
    add(place: number): void {
      const [start, end] = [firstSlots[place] ?? 0, firstSlots[place + 1] ?? 0];
      raisePage(scores, start, end);
      for (let slot = start; slot < end; slot += 1) add(slot);
    },
  };
}

function raisePage(scores: Float32Array, start: number, end: number): void {
  const factor = end - start > 1 ? pageFactor(scores, start, end) : 1;
  if (factor === 1) return;
  for (let slot = start; slot < end; slot += 1) scores[slot] = (scores[slot] ?? 0) * factor;
}

/** The page's score beside that of its best passage. Written without a list: it runs for every page of every question. */
function pageFactor(scores: Float32Array, start: number, end: number): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let slot = start; slot < end; slot += 1) {
    const score = scores[slot] ?? 0;
    if (score <= fourth) continue;
    if (score > first) [first, second, third, fourth] = [score, first, second, third];
    else if (score > second) [second, third, fourth] = [score, second, third];
    else if (score > third) [third, fourth] = [score, third];
    else fourth = score;
  }
  if (second === 0) return 1;
  return 1 + (shares.second * second + shares.third * third + shares.fourth * fourth) / first;
}

type Hit = Omit<FoundPassage, "relevance">;

/**
 * Scores of different questions cannot be compared, so the best hit goes by what it has in common with the question,
 * in words and in meaning, and the others by their score beside it.
 */
export function relevanceOf(hits: Hit[], fluency: number): FoundPassage[] {
  const best = hits[0];
  if (best === undefined || best.score <= 0) return [];
  const trust = Math.max(...hits.map((hit) => fitOf(hit, fluency)));
  return hits.map((hit) => ({ ...hit, relevance: trust * (hit.score / best.score) }));
}

function fitOf({ coverage, similarity }: Hit, fluency: number): number {
  const meaning = Math.max(0, similarity);
  const fit = (1 - fluency / 2) * coverage + (fluency / 2) * meaning;
  return Math.min(1, fit);
}

type Order = Pick<ProjectIndex, "isBefore">;

/** Slots of the highest scores above 0, best first; equal scores in the order of the docs. */
export function topPositions(order: Order, scores: Float32Array, limit: number): number[] {
  const top = createTop(order, scores, limit);
  for (let slot = 0; slot < scores.length; slot += 1)
    if ((scores[slot] ?? 0) >= top.least()) top.add(slot);
  return top.slots;
}

function createTop({ isBefore }: Order, scores: Float32Array, limit: number) {
  const slots: number[] = [];
  let least = 0;
  const isBetter = (slot: number, score: number, other: number) => {
    const beside = scores[other] ?? 0;
    return score > beside || (score === beside && isBefore(slot, other));
  };
  return {
    slots,
    /** What a score must have to come among them. */
    least: () => least,
    add(slot: number): void {
      const score = scores[slot] ?? 0;
      if (score <= 0 || score < least || limit < 1) return;
      const isFull = slots.length >= limit;
      if (isFull && !isBetter(slot, score, slots[slots.length - 1] ?? 0)) return;
      if (isFull) slots.pop();
      let [low, high] = [0, slots.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isBetter(slot, score, slots[middle] ?? 0)) high = middle;
        else low = middle + 1;
      }
      slots.splice(low, 0, slot);
      if (slots.length >= limit) least = scores[slots[slots.length - 1] ?? 0] ?? 0;
    },
  };
}
