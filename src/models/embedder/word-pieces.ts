import type { Weights } from "./read-weights.ts";

const longestWord = 100;
const mostTokens = 400;
const punctuation = /[!-/:-@[-`{-~\p{P}]/u;
const ideograph =
  /[\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff\u{20000}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;

const cachedWords = 50_000;
const cache = new WeakMap<Weights, Map<string, number[]>>();

/** BERT's tokens of a text, as ids: lower-cased words cut greedily into the longest known pieces. */
export function wordPieces(weights: Weights, text: string): number[] {
  const ids: number[] = [];
  for (const word of basicWords(weights, text)) {
    for (const id of cachedPieces(weights, word)) {
      if (ids.length === mostTokens) return ids;
      ids.push(id);
    }
  }
  return ids;
}

function* basicWords(weights: Weights, text: string): Generator<string> {
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

/** Docs use the same words over and over; cutting a word is the slow part. */
function cachedPieces(weights: Weights, word: string): number[] {
  const known = cache.get(weights) ?? new Map<string, number[]>();
  cache.set(weights, known);
  const found = known.get(word);
  if (found) return found;
  const ids = pieces(weights, word);
  if (known.size >= cachedWords) known.clear();
  known.set(word, ids);
  return ids;
}

function pieces(weights: Weights, word: string): number[] {
  const characters = [...word];
  if (characters.length > longestWord) return [weights.unknownId];
  const ids: number[] = [];
  for (let start = 0; start < characters.length; ) {
    let end = characters.length;
    let id: number | undefined;
    for (; end > start && id === undefined; end -= 1) {
      const piece = characters.slice(start, end).join("");
      id = weights.tokenIds.get(start === 0 ? piece : `##${piece}`);
    }
    if (id === undefined) return [weights.unknownId];
    ids.push(id);
    start = end + 1;
  }
  return ids;
}
