import { scandinavianRules, stemScandinavian } from "./scandinavian.ts";

const rules = scandinavianRules({
  inflections: `a arna erna heterna orna ad e ade ande arne are aste en anden aren heten ern ar er
    heter or as ares arnas ernas ornas es ades andes ens arens hetens erns at andet het ast`,
  beforeS: "bcdfghjklmnoprtvy",
  pairs: /(?:dd|gd|nn|dt|gt|kt|tt)$/,
  derivations: "lig ig els",
});
const neuter = /^(.{2,}[^aeiouyåäöh])ets?$/;
const endingInEt = /(?:pak|rak|tick|bilj|intern|plan|alfab|profil)$/;

/** Takes a lower-case word with its marks: "år" is no ending of the kind "ar" is. */
export function stemSwedish(word: string): string {
  const common = word.replace(/(el|or)n$/, "$1");
  const bare = neuter.exec(common)?.[1];
  const base = bare === undefined || endingInEt.test(bare) ? common : bare;
  return stemScandinavian(base, rules)
    .replace(/löst$/, "lös")
    .replace(/fullt$/, "full");
}
