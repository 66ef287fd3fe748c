import { cut, endings, findEnding, stripEnding } from "./endings.ts";
import { applyRules, isVowel, type Regions, regionsOf, rules } from "./romance.ts";

const derivations = rules([
  { endings: "ance ances ique iques isme ismes able ables iste istes eux" },
  { endings: "atrice atrices ateur ateurs ation ations", also: "ic" },
  { endings: "logie logies", to: "log" },
  { endings: "usion usions ution utions", to: "u" },
  { endings: "ence ences", to: "ent" },
  { endings: "ement ements", region: "verb", also: "iv at eus abl iqu ier" },
  { endings: "ite ites", also: "abil ic iv" },
  { endings: "if ifs ive ives", also: "at ic" },
  { endings: "eaux", region: "first", to: "eau" },
  { endings: "aux", region: "first", to: "al" },
  { endings: "euse euses" },
  { endings: "issement issements", region: "first" },
  { endings: "amment", region: "verb", to: "ant" },
  { endings: "emment", region: "verb", to: "ent" },
]);
const verbsOfI =
  endings(`imes it ites i ie ies ir ira irai iraient irais irait iras irent irez iriez
  irions irons iront is issaient issais issait issant issante issantes issants isse issent isses issez
  issiez issions issons`);
const verbs =
  endings(`e ee ees es erent er era erai eraient erais erait eras erez eriez erions erons
  eront ez iez ames at ates a ai aient ais ait ant ante antes ants as asse assent asses assiez
  assions ions`);
const residue = endings("ion ier iere e");
const finalI = endings("i");

/** Takes a lower-case word of a-z, marks folded, so that "configuré" and "configure" are one word. */
export function stemFrench(word: string): string {
  const regions = regionsOf(word, verbRegion(word));
  const derived = applyRules(word, derivations, regions);
  const changed = derived === word ? stripVerb(word, regions) : derived;
  const base = stripResidue(changed, regions);
  return base.replace(/(enn|onn|ett|ell|eill)$/, (end) => cut(end, 1)).replace(/qu$/, "c");
}

function verbRegion(word: string): number {
  if ((isVowel(word, 0) && isVowel(word, 1)) || /^(?:par|col|tap)/.test(word)) return 3;
  let index = 1;
  while (index < word.length && !isVowel(word, index)) index += 1;
  return Math.min(index + 1, word.length);
}

function stripVerb(word: string, { verb, second }: Regions): string {
  const ofI = findEnding(word, verbsOfI, verb);
  const beforeI = word.length - ofI.length - 1;
  if (ofI !== "" && beforeI >= verb && !isVowel(word, beforeI)) return cut(word, ofI.length);
  const ending = findEnding(word, verbs, verb);
  const base = cut(word, ending.length);
  if (ending === "ions") return base.length >= second ? base : cut(word, 1);
  return base;
}

function stripResidue(word: string, { verb, second }: Regions): string {
  const single = /[^aious]s$/.test(word) ? cut(word, 1) : word;
  const ending = findEnding(single, residue, verb);
  const base = cut(single, ending.length);
  if (ending === "ion") return base.length >= second && /[st]$/.test(base) ? base : single;
  return stripEnding(base, finalI, Math.max(verb, 3));
}
