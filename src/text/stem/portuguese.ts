import { endings, stripEnding } from "./endings.ts";
import { applyRules, regionsOf, rules, verbRegion } from "./romance.ts";

const derivations = rules([
  {
    endings: `eza ezas ico ica icos icas ismo ismos avel ivel ista istas oso osa osos osas amento
      amentos imento imentos adora ador acao adoras adores acoes ante antes ancia ancias`,
  },
  { endings: "logia logias", to: "log" },
  { endings: "eira eiras eiro eiros", region: "verb", to: "eir" },
  { endings: "ucao ucoes", to: "u" },
  { endings: "encia encias", to: "ente" },
  { endings: "amente", region: "first", also: "iv at os ic ad" },
  { endings: "mente", also: "ante avel ivel" },
  { endings: "idade idades", also: "abil ic iv" },
  { endings: "iva ivo ivas ivos", also: "at" },
]);
const verbs = endings(`ada ida ia aria eria iria ara era ira ava asse esse isse aste este iste ei
  arei erei irei am iam ariam eriam iriam aram eram iram avam em arem erem irem assem essem issem ado
  ido ando endo indo ar er ir as adas idas ias arias erias irias aras eras iras avas es ardes
  erdes irdes ares eres ires asses esses isses astes estes istes is ais eis ieis arieis erieis irieis
  areis ereis ireis asseis esseis isseis aveis ados idos amos iamos ariamos eriamos iriamos aramos
  eramos iramos avamos emos aremos eremos iremos armos ermos irmos assemos essemos issemos imos ou eu
  iu ao arao erao irao`);
const residue = endings("os a i o e as es");
const endingI = endings("i");

/** Takes a lower-case word of a-z, marks folded. */
export function stemPortuguese(word: string): string {
  const single = singular(word);
  const regions = regionsOf(single, verbRegion(single));
  const derived = applyRules(single, derivations, regions);
  const changed = derived === single ? stripEnding(single, verbs, regions.verb) : derived;
  const base = stripEnding(changed, residue, regions.verb);
  return stripEnding(base, endingI, regions.verb).replace(/([gq])u$/, "$1");
}

/** "funcoes", "normais" and "imagens" are the plurals of "funcao", "normal" and "imagem". */
function singular(word: string): string {
  if (word.length < 5) return word;
  return word
    .replace(/(?:oes|aes)$/, "ao")
    .replace(/([aeo])is$/, "$1l")
    .replace(/ns$/, "m");
}
