import type { FoundPassage, SearchQuery } from "../hit.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import { type ChosenEditions, chooseEditions } from "./choose-editions.ts";
import { liftedPaths } from "./lifted-paths.ts";
import { pageFilter } from "./page-filter.ts";
import { kindFactors } from "./page-kind.ts";

const lift = 1.25;
/** What the passages behind a page's best one add to the page's score. */
const shares = { second: 0.3, third: 0.15, fourth: 0.1 };

/** What the scores of each page are multiplied by: 0 where the filter refuses it or another edition of it is meant. */
export type PageFactors = { factors: Float32Array; editions: ChosenEditions | undefined };

/** Pages that the reader points at rise; glossaries, news and upgrade guides that nobody asks for step back. */
export function pageFactors(index: ProjectIndex, query: SearchQuery): PageFactors {
  const isFiltered = Object.keys(query.filter).length > 0;
  const isTaken = pageFilter(query.filter);
  const refused = isFiltered ? index.pages.map((page) => !isTaken(page)) : [];
  const editions = chooseEditions(index, query, (place) => refused[place] === true);
  const lifted = liftedPaths(index.pagesByKey, query.liftPaths);
  // Whoever names a version that the docs keep does not ask for news about it.
  const kinds = kindFactors(editions?.text ?? query.text);
  const factors = new Float32Array(index.pages.length);
  for (let place = 0; place < factors.length; place += 1) {
    const ofKind = kinds[index.pageKinds[place] ?? "article"];
    factors[place] = refused[place] === true ? 0 : (editions?.factors[place] ?? 1) * ofKind;
  }
  for (const place of lifted) factors[place] = (factors[place] ?? 0) * lift;
  return { factors, editions };
}

/** Passages of pages that are left out must not decide how the scores of the others are spread: they get the lowest. */
export function silence(index: ProjectIndex, factors: Float32Array, scores: Float32Array[]): void {
  if (!factors.includes(0) || !factors.some((factor) => factor > 0)) return;
  for (const some of scores) {
    let lowest = Number.POSITIVE_INFINITY;
    for (let slot = 0; slot < some.length; slot += 1)
      if (factors[index.pageOf[slot] ?? 0] !== 0) lowest = Math.min(lowest, some[slot] ?? 0);
    for (let slot = 0; slot < some.length; slot += 1)
      if (factors[index.pageOf[slot] ?? 0] === 0) some[slot] = lowest;
  }
}

export function scaleByPage(
  index: ProjectIndex,
  factors: Float32Array,
  scores: Float32Array,
): void {
  for (let slot = 0; slot < scores.length; slot += 1)
    scores[slot] = (scores[slot] ?? 0) * (factors[index.pageOf[slot] ?? 0] ?? 1);
}

/** The best slots. Passages of a page with several good passages rise together; a page's best then has the page's score. */
export function rankByPage(index: ProjectIndex, scores: Float32Array, limit: number): number[] {
  for (let place = 0; place < index.pages.length; place += 1) {
    const start = index.firstSlots[place] ?? 0;
    const end = index.firstSlots[place + 1] ?? 0;
    const factor = end - start > 1 ? pageFactor(scores, start, end) : 1;
    if (factor === 1) continue;
    for (let slot = start; slot < end; slot += 1) scores[slot] = (scores[slot] ?? 0) * factor;
  }
  return topPositions(scores, limit);
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

/** Positions of the highest scores above 0, best first; equal scores keep their order. */
export function topPositions(scores: Float32Array, limit: number): number[] {
  const best: number[] = [];
  if (limit < 1) return best;
  for (let position = 0; position < scores.length; position += 1) {
    const score = scores[position] ?? 0;
    if (score <= 0) continue;
    const isFull = best.length >= limit;
    if (isFull && score <= (scores[best[best.length - 1] ?? 0] ?? 0)) continue;
    if (isFull) best.pop();
    best.splice(placeOf(scores, best, score), 0, position);
  }
  return best;
}

/** The first place whose score is lower, by halving. */
function placeOf(scores: Float32Array, best: number[], score: number): number {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((scores[best[middle] ?? 0] ?? 0) >= score) low = middle + 1;
    else high = middle;
  }
  return low;
}
