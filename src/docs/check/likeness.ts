import { editDistance } from "../../text/edit-distance.ts";

/** From 0 for nothing in common to 1 for the same: by words, or by letters for a slip of the pen. */
export function likeness(one: string, other: string): number {
  // Another number is another thing, and no slip.
  if (one.replace(/\d+/g, "") === other.replace(/\d+/g, "")) return 0;
  const words = sharedWords(one, other);
  const most = mostSlips(one);
  const steps = editDistance(one, other, most);
  return steps > most ? words : Math.max(words, 0.95 - steps / 20);
}

/** How many slips of the pen two names of this length may differ by. */
export function mostSlips(text: string): number {
  return Math.max(1, Math.floor(text.length / 4));
}

function sharedWords(one: string, other: string): number {
  const words = wordsOf(one);
  const others = wordsOf(other);
  const shared = words.intersection(others).size;
  return shared === 0 ? 0 : (2 * shared) / (words.size + others.size);
}

/** Words of one letter say nothing; numbers do. */
export function wordsOf(name: string): Set<string> {
  return new Set(name.split(/[-_. ]+/).filter((word) => word.length > 1 || /\d/.test(word)));
}
