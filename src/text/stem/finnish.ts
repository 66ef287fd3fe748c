import { afterSyllable, endings, stripEnding } from "./endings.ts";

const particles = endings("kin kaan ko pa han sti");
const possessives = endings("ni si nsa mme nne");
const cases = endings(`ssa sta lla lta lle na ksi tta ta siin seen aan een iin oon uun yyn
  ihin ahan ehen ohon uhun yhyn den tten ien jen ten n a ssaan staan llaan ltaan lleen naan kseen kse
  taan jaan ineen`);
const plurals = endings("i t oj uj ie");
const shortestBase = 3;

/** A light stemmer. Takes a lower-case word of a-z, marks folded, so that vowel harmony is gone. */
export function stemFinnish(word: string): string {
  const start = Math.max(afterSyllable(word, "aeiouy"), shortestBase);
  let base = stripEnding(word, particles, start);
  if (!base.endsWith("ksi")) base = stripEnding(base, possessives, start);
  base = base.replace(/inen$/, "isn").replace(/iseen$/, "isn");
  base = stripEnding(base, cases, start);
  base = stripEnding(base, plurals, start);
  return tidyEnd(base, start);
}

/** A final vowel, a doubled consonant and the change of "kk", "pp" and "tt" depend on the ending that was cut. */
function tidyEnd(word: string, start: number): string {
  const base = word.length - 1 >= start ? word.replace(/[aeiouy]$/, "") : word;
  return base.length > shortestBase ? base.replace(/([^aeiouy])\1$/, "$1") : base;
}
