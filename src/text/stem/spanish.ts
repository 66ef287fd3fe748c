import { endings, findEnding, stripEnding } from "./endings.ts";
import { applyRules, regionsOf, rules, verbRegion } from "./romance.ts";

const pronouns = endings("me se sela selo selas selos la le lo las les los nos");
const verbForms = endings("ando iendo yendo ar er ir");
const derivations = rules([
  {
    endings: `anza anzas ico ica icos icas ismo ismos able ables ible ibles ista istas oso osa osos
      osas amiento amientos imiento imientos`,
  },
  { endings: "ador adora adores adoras acion aciones ante antes ancia ancias", also: "ic" },
  { endings: "logia logias", to: "log" },
  { endings: "ario aria arios arias", region: "verb" },
  { endings: "ucion uciones", to: "u" },
  { endings: "encia encias", to: "ente" },
  { endings: "amente", region: "first", also: "iv at os ic ad" },
  { endings: "mente", also: "ante able ible" },
  { endings: "idad idades", also: "abil ic iv" },
  { endings: "iva ivo ivas ivos", also: "at" },
]);
const verbs = endings(`arian arias aran aras ariais aria areis ariamos aremos ara are erian erias
  eran eras eriais eria ereis eriamos eremos era ere irian irias iran iras iriais iria ireis iriamos
  iremos ira ire aba ada ida iera ad ed id ase iese aste iste an aban aran ieran asen iesen aron
  ieron ado ido ando iendo ar er ir as abas adas idas ieras ases ieses is ais abais arais ierais
  aseis ieseis asteis isteis ados idos amos abamos iamos imos aramos ieramos iesemos asemos
  en es eis emos`);
const residue = endings("os a o e i as es");
const endingI = endings("i");

/** Takes a lower-case word of a-z, marks folded, so that "configuracion" and "configuración" are one word. */
export function stemSpanish(word: string): string {
  const regions = regionsOf(word, verbRegion(word));
  const base = stripPronoun(word, regions.verb);
  const derived = applyRules(base, derivations, regions);
  const changed = derived === base ? stripEnding(base, verbs, regions.verb) : derived;
  const short = stripEnding(changed, residue, regions.verb);
  return stripEnding(short, endingI, regions.verb).replace(/gu$/, "g");
}

function stripPronoun(word: string, start: number): string {
  const base = stripEnding(word, pronouns, start);
  return findEnding(base, verbForms, start) === "" ? word : base;
}
