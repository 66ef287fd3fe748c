import { withoutMiddle } from "../../text/bounded.ts";
import { detectLanguage } from "../../text/detect-language.ts";
import type { Language } from "../../text/language.ts";
import { termsOfQuestion } from "../../text/terms.ts";
import { type Word, words } from "../../text/tokenise.ts";
import { documentFrequency, isOwnWord, type KeywordIndex } from "./keyword.ts";

/** `guess`: what the question itself does not have, the word or its parts. */
export type QuestionWord = Word & { guess?: "whole" | "parts" };

type Index = { keyword: KeywordIndex; languages: Language[] };

/** The terms a word of a question may have in the languages of the docs; none for a stop word of its own language. */
export type QuestionTerms = (token: string) => string[];

/** A text as the index understands it. */
export type AskedText = { words: QuestionWord[]; termsOf: QuestionTerms };

/** Read once for a search, however many steps of it go by the words. */
export function readAsked(index: Index, text: string): AskedText {
  const asked = detectLanguage(text, index.languages[0]);
  const known = new Map<string, string[]>();
  return {
    words: questionWords(index, text),
    termsOf(token) {
      const found = known.get(token) ?? termsOfQuestion(token, index.languages, asked);
      known.set(token, found);
      return found;
    },
  };
}

const shortestHalf = 3;
const longestSplit = 40;
const mostSplits = 20;
/** What an ordinary question comes nowhere near, and a hostile one costs no more than. */
const mostWords = 600;
const mostPairs = 200;
const mostCuts = 400;

/**
 * The words of a question as these docs write them: two that the docs write as one ("file name") are one compound, and
 * one that they only write as two ("filename") has these as its parts.
 */
export function questionWords(index: Index, question: string): QuestionWord[] {
  const all = withoutMiddle(words(question), mostWords);
  const found: QuestionWord[] = [];
  let [splits, cuts] = [0, 0];
  for (let place = 0; place < all.length; place += 1) {
    const word = all[place];
    if (word === undefined) break;
    const pair = place < mostPairs ? joinedPair(index, word, all[place + 1]) : undefined;
    if (pair) {
      found.push(pair);
      place += 1;
      continue;
    }
    const mayCut = splits < mostSplits && cuts < mostCuts && isCuttable(index, word);
    const halves = mayCut ? knownHalves(index, word.whole) : undefined;
    if (mayCut) cuts += word.whole.length;
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

/** A plain word that the docs never write. */
function isCuttable(index: Index, { whole, parts }: Word): boolean {
  const isPlain = parts.length === 0 && whole.length <= longestSplit;
  return isPlain && whole.length >= 2 * shortestHalf && !isKnown(index, whole);
}

/** Two words that the docs write, and that the word is made of. */
function knownHalves(index: Index, whole: string): [string, string] | undefined {
  let best: [string, string] | undefined;
  let most = 0;
  for (let cut = shortestHalf; cut <= whole.length - shortestHalf; cut += 1) {
    const halves: [string, string] = [whole.slice(0, cut), whole.slice(cut)];
    const first = frequencyOf(index, halves[0]);
    if (first <= most) continue;
    const frequency = Math.min(first, frequencyOf(index, halves[1]));
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
