import { endings, stripEnding } from "./endings.ts";

const cases = endings(`
  a e i o u y atech etem atum ech ich ych ami emi ymi imi ata aty ach ete em emu ho mu ym im um
  eho iho imu omu ovi ove uv us ej ejsi ama ima ou am at at os es is
  ovat uje ujete ujeme uji ujes oval ovala ovalo ovali ovany ovana ovane ovani ovanim
  it il ila ilo ili ily en ena eno eny ene enou enych enym enem eneho ani anim eni enim al ala alo
  ali aly any ana ane anou anych anym anem aneho ovaly ovanou ovanych ovanym
  ost osti ostem osten`);
const possessives = endings("ov in uv");
const shortestBase = 3;

/** A light stemmer. Takes a lower-case word of a-z, marks folded. */
export function stemCzech(word: string): string {
  let base = stripEnding(word, cases, shortestBase);
  base = stripEnding(base, possessives, shortestBase + 2);
  return hardened(base);
}

/** Consonants soften before some endings: "jazyk", "jazyce"; an "e" comes and goes: "zamek", "zamku". */
function hardened(word: string): string {
  if (word.length <= shortestBase) return word;
  return word.replace(/c$/, "k").replace(/([^aeiouy])e([^aeiouy])$/, "$1$2");
}
