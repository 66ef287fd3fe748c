import { afterSyllable, cut, type Endings, endings, findEnding } from "./endings.ts";

const vowels = "aeiouyåäöæø";

export type ScandinavianRules = {
  inflections: Endings;
  /** Letters that may stand before a final s that is an ending. */
  beforeS: string;
  /** Pairs of consonants of which the last one is an ending. */
  pairs: RegExp;
  derivations: Endings;
};

export function scandinavianRules(rules: {
  inflections: string;
  beforeS: string;
  pairs: RegExp;
  derivations: string;
}): ScandinavianRules {
  return {
    ...rules,
    inflections: endings(rules.inflections),
    derivations: endings(rules.derivations),
  };
}

/** Swedish, Danish and Norwegian cut alike: an inflection, the last letter of a pair, a derivation. */
export function stemScandinavian(word: string, rules: ScandinavianRules): string {
  const start = Math.max(afterSyllable(word, vowels), 3);
  let base = stripInflection(word, rules, start);
  base = stripPair(base, rules, start);
  base = cut(base, findEnding(base, rules.derivations, start).length);
  return stripPair(base, rules, start);
}

function stripInflection(word: string, rules: ScandinavianRules, start: number): string {
  const ending = findEnding(word, rules.inflections, start);
  if (ending !== "") return cut(word, ending.length);
  const isEnding = word.endsWith("s") && rules.beforeS.includes(word.at(-2) ?? "-");
  return isEnding && word.length - 1 >= start ? cut(word, 1) : word;
}

function stripPair(word: string, rules: ScandinavianRules, start: number): string {
  return word.length - 2 >= start && rules.pairs.test(word) ? cut(word, 1) : word;
}
