import { afterSyllable, cut, endings, findEnding, undouble } from "./endings.ts";

const vowels = "aeiouy";
const consonants = "bcdfghjklmnpqrstvwxz";
const derivations = endings("end ing ig lijk baar bar");
const doubledVowel = /([^aeiou])(aa|ee|oo|uu)([^aeiou])$/;

/** Takes a lower-case word of a-z, marks folded. "huizen" and "huis" meet, as do "namen" and "naam". */
export function stemDutch(word: string): string {
  const first = afterSyllable(word, vowels);
  const second = afterSyllable(word, vowels, first);
  const start = Math.max(first, 3);
  let base = stripFinalE(stripPlural(word, start), start);
  base = stripHeid(base, start, second);
  base = stripDerivation(base, start, second);
  base = undouble(base, consonants).replace(
    doubledVowel,
    (_, before, vowel, after) => before + vowel.charAt(0) + after,
  );
  return hardened(base, word.length - base.length);
}

function stripPlural(word: string, start: number): string {
  if (word.endsWith("heden") && word.length - 5 >= start) return `${cut(word, 5)}heid`;
  if (/[^aeiouy](?:en|ene)$/.test(word)) {
    const length = word.endsWith("ene") ? 3 : 2;
    const base = cut(word, length);
    if (base.length < start || base.endsWith("gem")) return word;
    return undouble(base, consonants);
  }
  const length = /[^aeiouyj]se?$/.exec(word)?.[0].length ?? 1;
  return word.length - length + 1 >= start ? cut(word, length - 1) : word;
}

function stripFinalE(word: string, start: number): string {
  if (!/[^aeiouy]e$/.test(word) || word.length - 1 < start) return word;
  return undouble(cut(word, 1), consonants);
}

function stripHeid(word: string, start: number, second: number): string {
  if (!/[^c]heid$/.test(word) || word.length - 4 < second) return word;
  return stripPlural(cut(word, 4), start);
}

function stripDerivation(word: string, start: number, second: number): string {
  const ending = findEnding(word, derivations, second);
  const base = cut(word, ending.length);
  if (ending === "ig" && base.endsWith("e")) return word;
  if (ending === "lijk") return stripFinalE(base, start);
  if (ending === "end" || ending === "ing") {
    const shorter = /[^e]ig$/.test(base) && base.length - 2 >= second ? cut(base, 2) : base;
    return undouble(shorter, consonants);
  }
  return base;
}

/** Dutch writes "z" and "v" before an ending and "s" and "f" at the end of the bare word. */
function hardened(word: string, removed: number): string {
  if (removed === 0) return word;
  return word.replace(/z$/, "s").replace(/v$/, "f");
}
