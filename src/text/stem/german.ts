import { afterSyllable, cut, endings, findEnding } from "./endings.ts";

const vowels = "aeiouy";
const inflections = endings("em ern er erin erinnen e en es");
const comparisons = endings("en er est et");
const derivations = endings("end ung ig ik isch lich heit keit");
// Words that only look as if they had an ending.
const whole = /(?:(?:syst|probl|extr|mod|tand)em|(?:intern|plan|tick|alphab|tabl)et)$/;
// Umlauts written out: "ae" for "ä". Not in "neue", "Quelle" or a final "value".
const writtenUmlaut = /(?<![aeiouq])([aou])e(?!s?$)/g;
// Between vowels "u" and "y" are consonants: "neu-er", "bau-en". A capital is no vowel to the rules below.
const betweenVowels = /(?<=[aeiouy])[uy](?=[aeiouy])/g;

/** Takes a lower-case word of a-z, umlauts folded; "groesse", "grosse" and "größe" meet. */
export function stemGerman(word: string): string {
  const plain = word
    .replace(writtenUmlaut, "$1")
    .replace(betweenVowels, (letter) => letter.toUpperCase());
  const first = afterSyllable(plain, vowels);
  const second = afterSyllable(plain, vowels, first);
  const start = Math.max(first, 3);
  const base = stripComparison(stripInflection(plain, start), start);
  return stripDerivation(base, start, second).toLowerCase();
}

function stripInflection(word: string, start: number): string {
  if (whole.test(word)) return word;
  const ending = findEnding(word, inflections, start);
  const base = cut(word, ending.length);
  if (ending.startsWith("e") && base.endsWith("niss")) return cut(base, 1);
  if (ending !== "") return base;
  if (/ln$/.test(word) && word.length - 1 >= start) return cut(word, 1);
  return word.length - 1 >= start && /[bdfghklmnrt]s$/.test(word) ? cut(word, 1) : word;
}

function stripComparison(word: string, start: number): string {
  if (whole.test(word)) return word;
  if (/.{3}iert$/.test(word)) return cut(word, 3);
  const ending = findEnding(word, comparisons, start);
  if (ending !== "") return cut(word, ending.length);
  return word.length - 2 >= start && /...[bdfghklmnt]st$/.test(word) ? cut(word, 2) : word;
}

function stripDerivation(word: string, start: number, second: number): string {
  const ending = findEnding(word, derivations, second);
  const base = cut(word, ending.length);
  if (ending === "end" || ending === "ung") return stripIg(base, second);
  if (ending === "lich" || ending === "heit") {
    return /e[rn]$/.test(base) && base.length - 2 >= start ? cut(base, 2) : base;
  }
  if (ending === "keit") {
    return base.endsWith("lich") && base.length - 4 >= second
      ? cut(base, 4)
      : stripIg(base, second);
  }
  return base.endsWith("e") ? word : base;
}

function stripIg(word: string, second: number): string {
  return /[^e]ig$/.test(word) && word.length - 2 >= second ? cut(word, 2) : word;
}
