import type { Language } from "../../text/language.ts";
import { termsOfQuestion } from "../../text/terms.ts";
import { type Word, words } from "../../text/tokenise.ts";
import { documentFrequency, isOwnWord, type KeywordIndex } from "./keyword.ts";

/** `guess`: what the question itself does not have, the word or its parts. */
export type QuestionWord = Word & { guess?: "whole" | "parts" };

type Index = { keyword: KeywordIndex; languages: Language[] };

const shortestHalf = 3;
const longestSplit = 40;
const mostSplits = 20;

/**
 * The words of a question as these docs write them: two that the docs write as one ("file name") are one compound, and
 * one that they only write as two ("filename") has these as its parts.
 */
export function questionWords(index: Index, question: string): QuestionWord[] {
  const all = words(question);
  const found: QuestionWord[] = [];
  let splits = 0;
  for (let place = 0; place < all.length; place += 1) {
    const word = all[place];
    if (word === undefined) break;
    const pair = joinedPair(index, word, all[place + 1]);
    if (pair) {
      found.push(pair);
      place += 1;
      continue;
    }
    const halves = splits < mostSplits ? knownHalves(index, word) : undefined;
    if (halves) splits += 1;
    found.push(halves ? { whole: word.whole, parts: halves, guess: "parts" } : word);
  }
  return found;
}

function joinedPair(index: Index, first: Word, second: Word | undefined): QuestionWord | undefined {
  if (second === undefined || first.parts.length > 0 || second.parts.length > 0) return undefined;
  const whole = first.whole + second.whole;
  if (whole.length > longestSplit || !isKnown(index, whole)) return undefined;
  return { whole, parts: [first.whole, second.whole], guess: "whole" };
}

/** Of a plain word that the docs never write, two words that they do write and that it is made of. */
function knownHalves(index: Index, { whole, parts }: Word): [string, string] | undefined {
  if (parts.length > 0 || whole.length > longestSplit || isKnown(index, whole)) return undefined;
  let best: [string, string] | undefined;
  let most = 0;
  for (let cut = shortestHalf; cut <= whole.length - shortestHalf; cut += 1) {
    const halves: [string, string] = [whole.slice(0, cut), whole.slice(cut)];
    const frequency = Math.min(...halves.map((half) => frequencyOf(index, half)));
    if (frequency > most) [best, most] = [halves, frequency];
  }
  return best;
}

function isKnown(index: Index, token: string): boolean {
  return frequencyOf(index, token) > 0;
}

/** In how many passages it stands; 0 for a stop word, and for what only stands inside identifiers. */
function frequencyOf({ keyword, languages }: Index, token: string): number {
  const known = termsOfQuestion(token, languages).filter((term) => isOwnWord(keyword, term));
  return Math.max(0, ...known.map((term) => documentFrequency(keyword, term)));
}
