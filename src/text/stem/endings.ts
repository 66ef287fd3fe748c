export type Endings = { all: ReadonlySet<string>; longest: number };

/** A list of endings, written with spaces between them. */
export function endings(list: string): Endings {
  const all = list.trim().split(/\s+/);
  return { all: new Set(all), longest: Math.max(...all.map((ending) => ending.length)) };
}

/** The longest ending of the list that the word has at or behind `from`; empty when it has none. */
export function findEnding(word: string, list: Endings, from = 0): string {
  const longest = Math.min(list.longest, word.length - Math.max(from, 0));
  for (let length = longest; length > 0; length -= 1) {
    const ending = word.slice(-length);
    if (list.all.has(ending)) return ending;
  }
  return "";
}

/** The word without the longest ending of the list that stands at or behind `from`. */
export function stripEnding(word: string, list: Endings, from = 0): string {
  return cut(word, findEnding(word, list, from).length);
}

export function cut(word: string, length: number): string {
  return length === 0 ? word : word.slice(0, -length);
}

/** Where the part behind the first consonant that follows a vowel begins; the word's length when there is none. */
export function afterSyllable(word: string, vowels: string, from = 0): number {
  let index = from;
  while (index < word.length && !vowels.includes(word.charAt(index))) index += 1;
  while (index < word.length && vowels.includes(word.charAt(index))) index += 1;
  return Math.min(index + 1, word.length);
}

/** The word with a doubled letter at its end written once. */
export function undouble(word: string, letters: string): string {
  const last = word.slice(-1);
  return last !== "" && last === word.at(-2) && letters.includes(last) ? word.slice(0, -1) : word;
}
