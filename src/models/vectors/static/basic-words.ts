import type { Weights } from "./read-weights.ts";

const punctuation = /[!-/:-@[-`{-~\p{P}]/u;
const ideograph =
  /[\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff\u{20000}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;

/** BERT's words of a text in any script: lower-cased, without accents, every punctuation mark and ideograph alone. */
export function* basicWords(weights: Weights, text: string): Generator<string> {
  const split = weights.splitsCamelCase ? text.replace(/([a-z0-9])([A-Z])/g, "$1 $2") : text;
  const cleaned = split
    .replace(/[\t\n\r]/g, " ")
    .replace(/\p{C}|\ufffd/gu, "")
    .replace(ideograph, " $& ")
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "");
  for (const run of cleaned.split(/\s+/)) {
    let word = "";
    for (const character of run) {
      if (!punctuation.test(character)) {
        word += character;
        continue;
      }
      if (word !== "") yield word;
      yield character;
      word = "";
    }
    if (word !== "") yield word;
  }
}
