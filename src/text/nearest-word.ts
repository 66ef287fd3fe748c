import { editDistance } from "./edit-distance.ts";

const longest = 60;

/** The one of some words that somebody most likely meant; undefined where none is near. */
export function nearestWord(typed: string, words: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase();
  if (wanted === "" || wanted.length > longest) return undefined;
  const most = wanted.length <= 2 ? 1 : Math.min(3, Math.ceil(wanted.length / 3));
  const near = words
    .map((word) => ({ word, distance: distanceTo(wanted, word.toLowerCase(), most) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((one, other) => one.distance - other.distance);
  return near[0]?.word;
}

/** Who stops early means what begins so. */
function distanceTo(typed: string, word: string, most: number): number {
  if (typed.length > 2 && word.startsWith(typed)) return 1;
  return editDistance(typed, word, most);
}

/** The end of a sentence about a word that is not known: ` (did you mean "…"?)`, or nothing. */
export function didYouMean(typed: string, words: readonly string[]): string {
  const near = nearestWord(typed, words);
  return near === undefined || near === typed ? "" : ` (did you mean "${near}"?)`;
}
