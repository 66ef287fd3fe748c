import { cut, endings, stripEnding } from "./endings.ts";
import { applyRules, regionsOf, rules, verbRegion } from "./romance.ts";

const pronouns = endings(`ci gli la le li lo mi ne si ti vi sene gliela gliele glieli glielo gliene
  mela mele meli melo mene tela tele teli telo tene cela cele celi celo cene vela vele veli velo vene`);
const derivations = rules([
  {
    endings: `anza anze ico ici ica ice iche ichi ismo ismi abile abili ibile ibili ista iste isti
      oso osi osa ose mente atrice atrici ante anti`,
  },
  { endings: "azione azioni atore atori", also: "ic" },
  { endings: "logia logie", to: "log" },
  { endings: "uzione uzioni usione usioni", to: "u" },
  { endings: "enza enze", to: "ente" },
  { endings: "amento amenti imento imenti", region: "verb" },
  { endings: "amente", region: "first", also: "iv at os ic abil" },
  { endings: "ita", also: "abil ic iv" },
  { endings: "ivo ivi iva ive", also: "at ic" },
]);
const verbs = endings(`ammo ando ano are arono asse assero assi assimo ata ate ati ato ava avamo
  avano avate avi avo emmo enda ende endi endo era erai eranno ere erebbe erebbero erei eremmo eremo
  ereste eresti erete ero erono essero ete eva evamo evano evate evi evo iamo iate immo ira irai
  iranno ire irebbe irebbero irei iremmo iremo ireste iresti irete iro irono isca iscano isce isci
  isco iscono issero ita ite iti ito iva ivamo ivano ivate ivi ivo ono uta ute uti uto ar ir`);
const vowel = endings("a e i o");
const endingI = endings("i");
// The plural of "chiave" looks like a form of a verb.
const keys = /^chiav[ei]$/;

/** Takes a lower-case word of a-z, marks folded. */
export function stemItalian(word: string): string {
  if (keys.test(word)) return cut(word, 1);
  const regions = regionsOf(word, verbRegion(word));
  const base = stripPronoun(word, regions.verb);
  const derived = applyRules(base, derivations, regions);
  const changed = derived === base ? stripEnding(base, verbs, regions.verb) : derived;
  const short = stripEnding(stripEnding(changed, vowel, regions.verb), endingI, regions.verb);
  return /[cg]h$/.test(short) ? cut(short, 1) : short;
}

function stripPronoun(word: string, start: number): string {
  const base = stripEnding(word, pronouns, start);
  if (base.length === word.length) return word;
  if (/[ae]ndo$/.test(base) && base.length - 4 >= start) return base;
  return /[aei]r$/.test(base) && base.length - 2 >= start ? `${base}e` : word;
}
