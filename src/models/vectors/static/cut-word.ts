import type { Weights } from "./read-weights.ts";

/** In characters; a longer word is unknown. */
export const longestWord = 100;

const continuation = "##";

/** The ids of a lower-cased word's pieces, from its start always the longest that is a token. */
export function cutWord(weights: Weights, word: string): number[] {
  const { tokenIds, unknownId, longestToken } = weights;
  if (word.length > longestWord && [...word].length > longestWord) return [unknownId];
  const ids: number[] = [];
  let rest = word;
  let least = 1;
  while (rest.length >= least) {
    let length = Math.min(rest.length, longestToken);
    let id = tokenIds.get(rest.slice(0, length));
    while (id === undefined && length > least) {
      length -= 1;
      id = tokenIds.get(rest.slice(0, length));
    }
    if (id === undefined) return [unknownId];
    ids.push(id);
    rest = continuation + rest.slice(length);
    least = continuation.length + 1;
  }
  return ids;
}
