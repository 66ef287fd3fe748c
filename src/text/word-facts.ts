import type { Language } from "./language.ts";
import {
  type Evidence,
  endingEvidence,
  letterEvidence,
  wordEvidence,
  wordsOfEnglish,
} from "./language-evidence.ts";

export type Script = "latin" | "cyrillic" | "han" | "kana" | "hangul" | "thai" | "other";

/** What a word in lower case tells about the language it is of. */
export type WordFacts = {
  word: string;
  script: Script;
  /** Whether it has letters that English has not. */
  isMarked: boolean;
  /** What speaks for languages, and how much. */
  evidence: readonly (readonly [Language, number])[];
};

const keptWords = 20_000;
/** In characters. A longer slice of a text would keep the whole text in memory. */
const longestKept = 12;
const letterWeight = 0.6;
const endingWeight = 0.4;
const ambiguousWeight = 0.3;
const scripts: [Script, RegExp][] = [
  ["latin", /^\p{Script=Latin}/u],
  ["cyrillic", /^\p{Script=Cyrillic}/u],
  ["kana", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["han", /\p{Script=Han}/u],
  ["hangul", /\p{Script=Hangul}/u],
  ["thai", /\p{Script=Thai}/u],
];
const known = new Map<string, WordFacts>();

/** Looked up once for each word that docs use over and over. */
export function wordFacts(word: string): WordFacts {
  const before = known.get(word);
  if (before !== undefined) return before;
  const facts = {
    word,
    script: scripts.find(([, pattern]) => pattern.test(word))?.[0] ?? "other",
    isMarked: /[^\p{ASCII}'’]/u.test(word),
    evidence: evidenceOf(word),
  };
  if (word.length > longestKept) return facts;
  if (known.size >= keptWords) known.clear();
  known.set(word, facts);
  return facts;
}

function evidenceOf(word: string): [Language, number][] {
  const bare = word.replace(/['’]$/, "");
  const isElided = bare.length < word.length;
  const isWeak = wordsOfEnglish.has(bare) || (bare.length === 1 && !isElided);
  const found = shares(wordEvidence.get(bare), isWeak ? ambiguousWeight : 1);
  if (bare.length < 4) return found;
  for (const letter of new Set(bare))
    found.push(...shares(letterEvidence.get(letter), letterWeight));
  found.push(...shares(endingOf(bare), endingWeight));
  return found;
}

function endingOf(word: string): ReturnType<Evidence["get"]> {
  for (let length = Math.min(6, word.length - 2); length >= 3; length -= 1) {
    const ending = endingEvidence.get(word.slice(-length));
    if (ending !== undefined) return ending;
  }
  return undefined;
}

function shares(found: ReturnType<Evidence["get"]> = [], weight: number): [Language, number][] {
  return found.map((language) => [language, weight / Math.sqrt(found.length)]);
}
