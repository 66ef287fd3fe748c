import type { ScoreParts, SearchQuery } from "../../hit.ts";
import type { ProjectIndex } from "../../index/project-index.ts";
import { fuse, type Rankings } from "../fuse.ts";
import { searchKeyword } from "../keyword.ts";
import { boostPhrases, quotedPhrases, type ReadTexts } from "../phrases.ts";
import { rankByPage, scaleByPage } from "../rank.ts";
import type { Room } from "../scratch.ts";
import { bestSlots } from "./best-slots.ts";

type Asked = Omit<Rankings, "keyword"> & {
  query: Pick<SearchQuery, "text" | "isExplained">;
  /** What each term counts. */
  terms: Map<string, number>;
  /** What the scores of each page are multiplied by. */
  factors: Float32Array;
  limit: number;
  read: ReadTexts;
};

type Ranked = {
  /** The best first. */
  slots: number[];
  /** Those of the slots are right. */
  scores: Float32Array;
  /** What the score of a slot is made of, where that is asked. */
  parts?: ((slot: number) => ScoreParts) | undefined;
};

/** The best slots by words and meaning. All are looked at only where a few do not tell. */
export async function rankSlots(index: ProjectIndex, asked: Asked, room: Room): Promise<Ranked> {
  const { query, weights, provided } = asked;
  const isPlain = !provided && !query.isExplained && quotedPhrases(query.text).length === 0;
  const best = isPlain && bestSlots(index, { ...asked, weight: weights.bundled }, room);
  return best ? { slots: best, scores: room.scores } : rankAll(index, asked, room);
}

async function rankAll(index: ProjectIndex, asked: Asked, room: Room): Promise<Ranked> {
  const { query, terms, factors, provided, limit, read } = asked;
  const keyword = searchKeyword(index.keyword, terms, room.scores);
  const words = query.isExplained ? keyword.slice() : undefined;
  const scores = fuse({ ...asked, keyword });
  const fused = query.isExplained ? scores.slice() : undefined;
  scaleByPage(index, factors, scores);
  await boostPhrases(index, { question: query.text, scores, read });
  const slots = rankByPage(index, scores, limit);
  const parts =
    words && fused && ((slot: number) => partsOf(slot, { words, provided, fused, page: scores }));
  return { slots, scores, parts };
}

type Scores = Pick<Rankings, "provided"> & {
  words: Float32Array;
  fused: Float32Array;
  page: Float32Array;
};

function partsOf(slot: number, { words, provided, fused, page }: Scores): ScoreParts {
  const isProvided = provided?.isThere[slot] === 1;
  return {
    words: words[slot] ?? 0,
    embedder: isProvided ? provided.similarities[slot] : undefined,
    fused: fused[slot] ?? 0,
    page: page[slot] ?? 0,
  };
}
