import { afterSyllable, cut, type Endings, endings, findEnding } from "./endings.ts";

const vowels = "aeiouy";

/** Where the parts of a word begin in which an ending may be cut: `verb` early, `first` and `second` by syllables. */
export type Regions = { verb: number; first: number; second: number };

export type Rule = { region: keyof Regions; to: string; also: Endings | undefined };

export type Rules = { all: ReadonlyMap<string, Rule>; endings: Endings };

type Row = {
  endings: string;
  region?: keyof Regions;
  to?: string;
  /** Endings that are cut too, twice at most, when they then stand at the end of the second region. */
  also?: string;
};

export function rules(rows: Row[]): Rules {
  const all = new Map<string, Rule>();
  for (const row of rows) {
    const rule: Rule = {
      region: row.region ?? "second",
      to: row.to ?? "",
      also: row.also === undefined ? undefined : endings(row.also),
    };
    for (const ending of endings(row.endings).all) all.set(ending, rule);
  }
  return { all, endings: endings([...all.keys()].join(" ")) };
}

/** Applies the rule of the word's longest ending. The word itself comes back when that ending stands too early. */
export function applyRules(word: string, { all, endings }: Rules, regions: Regions): string {
  const ending = findEnding(word, endings);
  const rule = all.get(ending);
  const base = cut(word, ending.length);
  if (rule === undefined || base.length < regions[rule.region]) return word;
  if (rule.also === undefined) return base + rule.to;
  const shorter = cut(base, findEnding(base, rule.also, regions.second).length);
  return cut(shorter, findEnding(shorter, rule.also, regions.second).length);
}

export function regionsOf(word: string, verb: number): Regions {
  const first = afterSyllable(word, vowels);
  return { verb, first, second: afterSyllable(word, vowels, first) };
}

/** The verb region of Spanish, Portuguese and Italian. */
export function verbRegion(word: string): number {
  if (!isVowel(word, 1)) return nextIndex(word, 2, true);
  if (isVowel(word, 0)) return nextIndex(word, 2, false);
  return Math.min(3, word.length);
}

export function isVowel(word: string, index: number): boolean {
  return index < word.length && vowels.includes(word.charAt(index));
}

function nextIndex(word: string, from: number, vowel: boolean): number {
  for (let index = from; index < word.length; index += 1) {
    if (isVowel(word, index) === vowel) return index + 1;
  }
  return word.length;
}
