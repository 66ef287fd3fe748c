import { seededRandom } from "../report/random.ts";

/** For one query: what answers it, with its gain. */
export type Judgement = Record<string, number>;

export type Scores = { ndcg10: number; recall5: number; mrr10: number };

/** The scores of one query; `ranking` names docs or pages, the best first, none twice. */
export function scoreRanking(ranking: readonly string[], judgement: Judgement): Scores {
  return {
    ndcg10: ndcg(ranking, judgement, 10),
    recall5: recall(ranking, judgement, 5),
    mrr10: reciprocalRank(ranking, judgement, 10),
  };
}

/** Gain discounted by rank, as a share of what the best order would have. */
export function ndcg(ranking: readonly string[], judgement: Judgement, depth: number): number {
  const gains = ranking.slice(0, depth).map((key) => judgement[key] ?? 0);
  const ideal = Object.values(judgement).sort((left, right) => right - left);
  const best = discounted(ideal.slice(0, depth));
  return best === 0 ? 0 : discounted(gains) / best;
}

function discounted(gains: number[]): number {
  return gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);
}

/** Share of what answers the query that stands among the first. */
export function recall(ranking: readonly string[], judgement: Judgement, depth: number): number {
  const wanted = Object.keys(judgement).filter((key) => (judgement[key] ?? 0) > 0);
  if (wanted.length === 0) return 0;
  const first = new Set(ranking.slice(0, depth));
  return wanted.filter((key) => first.has(key)).length / wanted.length;
}

export function reciprocalRank(
  ranking: readonly string[],
  judgement: Judgement,
  depth: number,
): number {
  const place = ranking.slice(0, depth).findIndex((key) => (judgement[key] ?? 0) > 0);
  return place < 0 ? 0 : 1 / (place + 1);
}

export function meanScores(all: readonly Scores[]): Scores {
  return {
    ndcg10: mean(all.map((one) => one.ndcg10)),
    recall5: mean(all.map((one) => one.recall5)),
    mrr10: mean(all.map((one) => one.mrr10)),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}

const draws = 2_000;

/** Bootstrap 95 % interval of the mean; the same values and seed give the same interval. */
export function bootstrapInterval(values: readonly number[], seed: number): [number, number] {
  const random = seededRandom(seed);
  const means = Array.from({ length: draws }, () => {
    let sum = 0;
    for (let count = 0; count < values.length; count += 1)
      sum += values[Math.floor(random() * values.length)] ?? 0;
    return sum / Math.max(values.length, 1);
  }).sort((left, right) => left - right);
  return [means[Math.floor(draws * 0.025)] ?? 0, means[Math.ceil(draws * 0.975) - 1] ?? 0];
}
