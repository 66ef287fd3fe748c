import { undouble } from "./endings.ts";
import { scandinavianRules, stemScandinavian } from "./scandinavian.ts";

const rules = scandinavianRules({
  inflections: `hed ethed ered e erede ende erende ene erne ere en heden eren er heder erer heds es
    endes erendes enes ernes eres ens hedens erens ers ets erets et eret`,
  beforeS: "abcdfghjklmnoprtvyzå",
  pairs: /(?:gd|dt|gt|kt)$/,
  derivations: "ig lig elig els",
});

/** Takes a lower-case word with its marks: "år" is no ending of the kind "ar" is. */
export function stemDanish(word: string): string {
  const base = stemScandinavian(word.replace(/igst$/, "ig"), rules).replace(/løst$/, "løs");
  return base.length > 3 ? undouble(base, "bcdfghjklmnpqrstvwxz") : base;
}
