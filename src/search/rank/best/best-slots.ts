import type { ProjectIndex } from "../../index/project-index.ts";
import { bottomOf, spread, spreadOf } from "../fuse.ts";
import { createHighest } from "../highest.ts";
import type { Nearest } from "../nearest.ts";
import { highestRaise, rankPages } from "../rank.ts";
import type { Room } from "../scratch.ts";
import { contendersByWords } from "./contenders.ts";

type Asked = {
  /** What each term counts. */
  terms: Map<string, number>;
  nearest: Nearest;
  /** What the scores of each page are multiplied by. */
  factors: Float32Array;
  /** How much meaning counts beside words. */
  weight: number;
  limit: number;
};

/**
 * The best slots by words and meaning, as fusing and scaling all scores and ranking them by page gives them, with their scores in
 * the room. It looks at a few passages only; undefined where meaning tells none apart, so that all of them count.
 */
export function bestSlots(index: ProjectIndex, asked: Asked, room: Room): number[] | undefined {
  const { nearest, factors, weight, limit } = asked;
  const { firstSlots, pageOf } = index;
  const byMeaning = spreadOf(nearest.similarities, bottomOf(nearest.similarities));
  if (byMeaning.level > 0) return undefined;
  const meanings = new Map<number, number>();
  for (let at = 0; at < nearest.slots.length; at += 1) {
    const meaning = spread(byMeaning, nearest.similarities[at] ?? 0);
    if (meaning > 0) meanings.set(nearest.slots[at] ?? 0, meaning);
  }
  const { scores } = room;
  const { slots, highest, scoreOf } = contendersByWords(index, asked, room);
  const steepness = highest > 0 ? 1 / highest : 0;
  const fused = (slot: number, score: number) => {
    const sum = (1 - weight) * (score * steepness) + weight * (meanings.get(slot) ?? 0);
    return Math.fround(sum) * (factors[pageOf(slot)] ?? 0);
  };
  const near = Uint32Array.from(meanings.keys());
  const contenders = [
    { slots: near, values: Float32Array.from(near, (slot) => fused(slot, scoreOf(slot))) },
    { slots, values: Float32Array.from(slots, (slot) => fused(slot, scores[slot] ?? 0)) },
  ];
  const ranking = rankPages(index, scores, limit);
  for (const place of pagesInReach(index, contenders, limit)) {
    const end = firstSlots[place + 1] ?? 0;
    for (let slot = firstSlots[place] ?? 0; slot < end; slot += 1)
      scores[slot] = fused(slot, scoreOf(slot));
    ranking.add(place);
  }
  return ranking.slots;
}

type Valued = { slots: Uint32Array; values: Float32Array };

/** Pages of which a passage would come among the best, were all others of the page as good. */
function pagesInReach({ pageOf }: ProjectIndex, some: Valued[], limit: number): Set<number> {
  // A slot may be in both: as the bar, each of them alone is low enough.
  const bar = Math.max(...some.map(({ values }) => barOf(values, limit))) / highestRaise;
  const places = new Set<number>();
  for (const { slots, values } of some)
    for (let at = 0; at < slots.length; at += 1)
      if ((values[at] ?? 0) > bar) places.add(pageOf(slots[at] ?? 0));
  return places;
}

function barOf(values: Float32Array, limit: number): number {
  const best = createHighest(limit);
  for (const value of values) best.add(value);
  return best.isFull() ? best.least() : 0;
}
