import { commonSpelling } from "../spelling.ts";

const longestStemmed = 40;

const suffixesOfStepTwo: [string, string][] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["abli", "able"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
];

const suffixesOfStepThree: [string, string][] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];

// Longer endings stand before the shorter ones they end with: "ement" before "ment" before "ent".
const suffixesOfStepFour = [
  ..."ement ance ence able ible ment ant ent ism ate iti ous ive ize al er ic ou".split(" "),
];

/** Porter's stemmer, on one spelling for British and American words. Anything but a lower-case word of a-z comes back as it is. */
export function stemEnglish(word: string): string {
  if (word.length < 3 || word.length > longestStemmed || !/^[a-z]+$/.test(word)) return word;
  let result = stripPlural(commonSpelling(word));
  result = stripPast(result);
  if (result.endsWith("y") && hasVowel(result.slice(0, -1))) result = `${result.slice(0, -1)}i`;
  result = replaceSuffix(result, suffixesOfStepTwo);
  result = replaceSuffix(result, suffixesOfStepThree);
  result = stripLongSuffix(result);
  return tidyEnd(result);
}

function stripPlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  if (word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
  return word;
}

function stripPast(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const base = baseOfPast(word);
  if (base === undefined || !hasVowel(base)) return word;
  if (base.endsWith("at") || base.endsWith("bl") || base.endsWith("iz")) return `${base}e`;
  if (endsInDoubleConsonant(base) && !/[lsz]$/.test(base)) return base.slice(0, -1);
  if (measure(base) === 1 && endsInShortSyllable(base)) return `${base}e`;
  return base;
}

function baseOfPast(word: string): string | undefined {
  if (word.endsWith("ed")) return word.slice(0, -2);
  if (word.endsWith("ing")) return word.slice(0, -3);
  return undefined;
}

function replaceSuffix(word: string, suffixes: [string, string][]): string {
  const match = suffixes.find(([suffix]) => word.endsWith(suffix));
  if (match === undefined) return word;
  const base = word.slice(0, -match[0].length);
  return measure(base) > 0 ? base + match[1] : word;
}

function stripLongSuffix(word: string): string {
  if (word.endsWith("ion")) {
    const base = word.slice(0, -3);
    return /[st]$/.test(base) && measure(base) > 1 ? base : word;
  }
  const suffix = suffixesOfStepFour.find((ending) => word.endsWith(ending));
  if (suffix === undefined) return word;
  const base = word.slice(0, -suffix.length);
  return measure(base) > 1 ? base : word;
}

function tidyEnd(word: string): string {
  let result = word;
  if (result.endsWith("e")) {
    const base = result.slice(0, -1);
    const count = measure(base);
    if (count > 1 || (count === 1 && !endsInShortSyllable(base))) result = base;
  }
  if (result.endsWith("ll") && measure(result) > 1) return result.slice(0, -1);
  return result;
}

/** How many times a vowel run is followed by a consonant run. */
function measure(word: string): number {
  const shape = shapeOf(word);
  let count = 0;
  for (let at = shape.indexOf("vc"); at !== -1; at = shape.indexOf("vc", at + 2)) count += 1;
  return count;
}

function hasVowel(word: string): boolean {
  return shapeOf(word).includes("v");
}

function endsInDoubleConsonant(word: string): boolean {
  return word.length > 1 && word.at(-1) === word.at(-2) && shapeOf(word).endsWith("c");
}

/** Consonant, vowel, consonant at the end, the last one not w, x or y. */
function endsInShortSyllable(word: string): boolean {
  return shapeOf(word).endsWith("cvc") && !/[wxy]$/.test(word);
}

/** "c" for each consonant and "v" for each vowel; `y` is a consonant at the start of a word and after a vowel. */
function shapeOf(word: string): string {
  let shape = "";
  let isConsonant = false;
  for (const letter of word) {
    isConsonant = letter === "y" ? !isConsonant : !"aeiou".includes(letter);
    shape += isConsonant ? "c" : "v";
  }
  return shape;
}
