import { coverageOf } from "./coverage.ts";
import type { Passage, SearchHit, SearchQuery } from "./hit.ts";
import { type KeywordIndex, searchKeyword } from "./keyword.ts";
import { liftedPaths } from "./lifted-paths.ts";
import { matchesFilter } from "./matches-filter.ts";
import { boostPhrases } from "./phrases.ts";
import { topPositions } from "./top-positions.ts";
import { weighTerms } from "./weigh-terms.ts";
import { listFactor } from "./word-list.ts";

const lift = 1.25;
/** What a page's best, second, third and fourth passage add to the page's score. */
const shares = [1, 0.3, 0.15, 0.1];

/**
 * The best passages for the query. `scores` holds one base score per passage of the index and is changed here;
 * a caller with a second ranker passes the fused scores.
 */
export function rank(
  index: KeywordIndex,
  query: SearchQuery,
  scores: Float32Array = searchKeyword(index, weighTerms(index, query)),
): SearchHit[] {
  scaleByPage(index, query, scores);
  boostPhrases(index, query.text, scores);
  weighByPage(index, scores);
  const coverage = coverageOf(index, query.text);
  return topPositions(scores, query.limit).flatMap((position) => {
    const passage = index.passages[position];
    if (passage === undefined) return [];
    return [{ passage, position, score: scores[position] ?? 0, coverage: coverage(position) }];
  });
}

/** Pages the filter refuses drop to 0; pages the reader points at rise; lists of words step back. */
function scaleByPage(index: KeywordIndex, query: SearchQuery, scores: Float32Array): void {
  const lifted = liftedPaths(index.pagesByKey, query.liftPaths);
  const factors: (number | undefined)[] = [];
  for (const [position, passage] of index.passages.entries()) {
    const score = scores[position] ?? 0;
    if (score <= 0) continue;
    const page = index.pageIds[position] ?? 0;
    factors[page] ??= factorOf(passage, query, lifted);
    scores[position] = score * factors[page];
  }
}

function factorOf(passage: Passage, query: SearchQuery, lifted: Set<string>): number {
  if (!matchesFilter(passage, query.filter)) return 0;
  return listFactor(passage, query.text) * (lifted.has(passage.path) ? lift : 1);
}

/** Passages of a page with several good passages rise together; a page's best passage then has the page's score. */
function weighByPage(index: KeywordIndex, scores: Float32Array): void {
  const bestByPage: (number[] | undefined)[] = [];
  for (let position = 0; position < scores.length; position += 1) {
    const score = scores[position] ?? 0;
    if (score <= 0) continue;
    const page = index.pageIds[position] ?? 0;
    const best = bestByPage[page];
    if (best === undefined) bestByPage[page] = [score];
    else insertDescending(best, score);
  }
  const factors = bestByPage.map((best) => (best === undefined ? 1 : pageFactor(best)));
  for (let position = 0; position < scores.length; position += 1) {
    scores[position] = (scores[position] ?? 0) * (factors[index.pageIds[position] ?? 0] ?? 1);
  }
}

function insertDescending(best: number[], score: number): void {
  if (best.length === shares.length && score <= (best.at(-1) ?? 0)) return;
  let place = best.length;
  while (place > 0 && (best[place - 1] ?? 0) < score) place -= 1;
  best.splice(place, 0, score);
  if (best.length > shares.length) best.pop();
}

function pageFactor(best: number[]): number {
  const sum = best.reduce((total, score, place) => total + score * (shares[place] ?? 0), 0);
  return sum / (best[0] ?? 1);
}
