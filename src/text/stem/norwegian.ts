import { scandinavianRules, stemScandinavian } from "./scandinavian.ts";

const rules = scandinavianRules({
  inflections: `a e ede ande ende ane ene hetene en heten ar er heter as es edes endes enes hetenes
    ens hetens ers ets et het ast ere eren erne eres erens ernes`,
  beforeS: "bcdfghjlmnoprtvyz",
  pairs: /(?:dt|vt)$/,
  derivations: "leg eleg ig eig lig elig els lov elov slov hetslov",
});

/** Takes a lower-case word with its marks: "år" is no ending of the kind "ar" is. */
export function stemNorwegian(word: string): string {
  return stemScandinavian(word.replace(/(.{3}er)te?$/, "$1"), rules);
}
