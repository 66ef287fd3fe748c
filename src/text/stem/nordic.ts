import { afterSyllable, endings, findEnding, stripEnding, undouble } from "./endings.ts";

const vowels = "aeiouyåäöæø";

type Rules = {
  inflections: string;
  /** Letters that may stand before a final s that is an ending. */
  beforeS: string;
  /** Pairs of consonants of which the last one is an ending. */
  pairs: RegExp;
  derivations: string;
};

const cutSwedish = cutter({
  inflections: `a arna erna heterna orna ad e ade ande arne are aste en anden aren heten ern ar er
    heter or as ares arnas ernas ornas es ades andes ens arens hetens erns at andet het ast`,
  beforeS: "bcdfghjklmnoprtvy",
  pairs: /(?:dd|gd|nn|dt|gt|kt|tt)$/,
  derivations: "lig ig els",
});
const neuter = /^(.{2,}[^aeiouyåäöh])ets?$/;
const endingInEt = /(?:pak|rak|tick|bilj|intern|plan|alfab|profil)$/;

const cutDanish = cutter({
  inflections: `hed ethed ered e erede ende erende ene erne ere en heden eren er heder erer heds es
    endes erendes enes ernes eres ens hedens erens ers ets erets et eret`,
  beforeS: "abcdfghjklmnoprtvyzå",
  pairs: /(?:gd|dt|gt|kt)$/,
  derivations: "ig lig elig els",
});

const cutNorwegian = cutter({
  inflections: `a e ede ande ende ane ene hetene en heten ar er heter as es edes endes enes hetenes
    ens hetens ers ets et het ast ere eren erne eres erens ernes`,
  beforeS: "bcdfghjlmnoprtvyz",
  pairs: /(?:dt|vt)$/,
  derivations: "leg eleg ig eig lig elig els lov elov slov hetslov",
});

// All three take a lower-case word with its marks: "år" is no ending of the kind "ar" is.

export function stemSwedish(word: string): string {
  const common = word.replace(/(el|or)n$/, "$1");
  const bare = neuter.exec(common)?.[1];
  const base = bare === undefined || endingInEt.test(bare) ? common : bare;
  return cutSwedish(base)
    .replace(/löst$/, "lös")
    .replace(/fullt$/, "full");
}

export function stemDanish(word: string): string {
  const base = cutDanish(word.replace(/igst$/, "ig")).replace(/løst$/, "løs");
  return base.length > 3 ? undouble(base, "bcdfghjklmnpqrstvwxz") : base;
}

export function stemNorwegian(word: string): string {
  return cutNorwegian(word.replace(/(.{3}er)te?$/, "$1"));
}

/** The three languages cut alike: an inflection, the last letter of a pair, a derivation. */
function cutter({ inflections, beforeS, pairs, derivations }: Rules): (word: string) => string {
  const ofWords = endings(inflections);
  const ofKinds = endings(derivations);
  const stripInflection = (word: string, start: number) => {
    if (findEnding(word, ofWords, start) !== "") return stripEnding(word, ofWords, start);
    const isEnding = word.endsWith("s") && beforeS.includes(word.at(-2) ?? "-");
    return isEnding && word.length - 1 >= start ? word.slice(0, -1) : word;
  };
  const stripPair = (word: string, start: number) =>
    word.length - 2 >= start && pairs.test(word) ? word.slice(0, -1) : word;
  return (word) => {
    const start = Math.max(afterSyllable(word, vowels), 3);
    const base = stripPair(stripInflection(word, start), start);
    return stripPair(stripEnding(base, ofKinds, start), start);
  };
}
