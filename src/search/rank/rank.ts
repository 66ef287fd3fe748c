import type { SearchQuery } from "../hit.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import { asksForWordList, listFactor } from "../index/word-list.ts";
import { liftedPaths } from "./lifted-paths.ts";
import { matchesFilter } from "./matches-filter.ts";
import { topPositions } from "./top-positions.ts";

const lift = 1.25;
/** What the passages behind a page's best one add to the page's score. */
const shares = { second: 0.2, third: 0.05, fourth: 0.05 };

/** Pages the filter refuses drop to 0; pages the reader points at rise; lists of words step back. */
export function scaleByPage(index: ProjectIndex, query: SearchQuery, scores: Float32Array): void {
  const lifted = liftedPaths(index.pagesByKey, query.liftPaths);
  const isFiltered = Object.keys(query.filter).length > 0;
  const wantsList = asksForWordList(query.text);
  for (const [place, page] of index.pages.entries()) {
    const isList = !wantsList && index.isWordList[place] === 1;
    const refused = isFiltered && !matchesFilter(page, query.filter);
    const isLifted = lifted.size > 0 && lifted.has(page.path);
    if (!isList && !refused && !isLifted) continue;
    const factor = refused ? 0 : (isList ? listFactor : 1) * (isLifted ? lift : 1);
    const end = index.firstSlots[place + 1] ?? 0;
    for (let slot = index.firstSlots[place] ?? 0; slot < end; slot += 1)
      scores[slot] = (scores[slot] ?? 0) * factor;
  }
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
