import { afterSyllable, cut, endings, findEnding, stripEnding } from "./endings.ts";

const vowels = "аеиоуыэюя";
const gerunds = endings("ив ивши ившись ыв ывши ывшись");
const gerundsAfterA = endings("в вши вшись");
const reflexives = endings("ся сь");
const adjectives = endings(`ее ие ые ое ими ыми ей ий ый ой ем им ым ом его ого ему ому их ых ую юю
  ая яя ою ею`);
const participles = endings("ивш ывш ующ");
const participlesAfterA = endings("ем нн вш ющ щ");
const verbs = endings(`ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует уют
  ит ыт ены ить ыть ишь ую ю`);
const verbsAfterA = endings("ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно");
const nouns =
  endings(`а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о у ах
  иях ях ы ь ию ью ю ия ья я`);
const superlatives = endings("ейш ейше");

/** Takes a lower-case Cyrillic word in which "ё" is written as "е". */
export function stemRussian(word: string): string {
  const start = firstVowelEnd(word);
  const second = afterSyllable(word, vowels, afterSyllable(word, vowels));
  let base = stripInflection(word, start);
  if (base.endsWith("и") && base.length > start) base = cut(base, 1);
  if (/ость?$/.test(base) && base.length - 3 >= second) base = base.replace(/ость?$/, "");
  return tidyEnd(base, start);
}

function firstVowelEnd(word: string): number {
  let index = 0;
  while (index < word.length && !vowels.includes(word.charAt(index))) index += 1;
  return Math.min(index + 1, word.length);
}

function stripInflection(word: string, start: number): string {
  const gerund = cutEither({ word, start, plain: gerunds, afterA: gerundsAfterA });
  if (gerund !== word) return gerund;
  const base = stripEnding(word, reflexives, start);
  const adjective = findEnding(base, adjectives, start);
  if (adjective !== "") {
    const short = cut(base, adjective.length);
    return cutEither({ word: short, start, plain: participles, afterA: participlesAfterA });
  }
  const verb = cutEither({ word: base, start, plain: verbs, afterA: verbsAfterA });
  return verb === base ? stripEnding(base, nouns, start) : verb;
}

type Choice = {
  word: string;
  start: number;
  plain: ReturnType<typeof endings>;
  afterA: ReturnType<typeof endings>;
};

/** Cuts the longer of two endings; one of the second list counts only behind "а" or "я". */
function cutEither({ word, start, plain, afterA }: Choice): string {
  const first = findEnding(word, plain, start).length;
  const second = findEnding(word, afterA, start + 1).length;
  if (second > first && /[ая]$/.test(cut(word, second))) return cut(word, second);
  return cut(word, first);
}

function tidyEnd(word: string, start: number): string {
  const base = stripEnding(word, superlatives, start);
  if (base.endsWith("нн")) return cut(base, 1);
  return base.endsWith("ь") ? cut(base, 1) : base;
}
