import type { Contest, FoundPassage } from "../hit.ts";

type Hit = Pick<FoundPassage, "score" | "similarity" | "naming"> & { passage: { path: string } };

/** How the first of some hits stands out from the others. */
export function contestOf(hits: Hit[]): Contest {
  const [best] = hits;
  if (best === undefined) return { margin: 0, spread: 0, rival: 0 };
  const other = hits.find(({ passage }) => passage.path !== best.passage.path);
  return {
    margin: other === undefined || best.score <= 0 ? 1 : 1 - other.score / best.score,
    spread: best.similarity - (hits.at(-1)?.similarity ?? 0),
    rival: Math.max(...hits.map(({ naming }) => naming)) - best.naming,
  };
}
