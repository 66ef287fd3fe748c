const keptLetters = 5;

/**
 * The first five letters. Turkish puts all its endings behind the stem, several at a time, and in search this finds more
 * than cutting them off one by one.
 */
export function stemTurkish(word: string): string {
  return word.slice(0, keptLetters);
}
