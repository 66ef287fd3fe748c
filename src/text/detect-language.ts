import { type Language, languageOfTag } from "./language.ts";
import { proseWords } from "./prose.ts";
import { type Script, type WordFacts, wordFacts } from "./word-facts.ts";

type Scores = Map<Language, number>;

const wordsRead = 400;
const lettersOfOtherCyrillic = /[ўјљњђћџќѓѕңқғұһәөү]/u;

/**
 * The language of a text, by its script, its small words and its marks; code and identifiers do not count. `hint` is a
 * tag from front matter or from the path: it decides where the text does not clearly contradict it. English when unsure.
 */
export function detectLanguage(text: string, hint?: string): Language {
  const hinted = hint === undefined ? undefined : languageOfTag(hint);
  const words = proseWords(text, wordsRead).map(wordFacts);
  const script = mainScript(words);
  if (script === undefined) return hinted ?? "en";
  if (script === "latin") return detectLatin(words, hinted);
  if (script === "cyrillic") return detectCyrillic(words, hinted);
  if (script === "hangul") return "ko";
  if (script === "thai") return "th";
  if (script === "other") return "other";
  return script === "kana" || hinted === "ja" ? "ja" : "zh";
}

/** A Chinese page about software is half English names, so letters of other scripts weigh more than Latin words. */
function mainScript(words: WordFacts[]): Script | undefined {
  const counts = new Map<Script, number>();
  for (const { word, script } of words) {
    const isSpaced = script === "latin" || script === "cyrillic" || script === "other";
    const weight = isSpaced ? 1 : word.length / 1.5;
    counts.set(script, (counts.get(script) ?? 0) + weight);
  }
  const unspaced = (counts.get("kana") ?? 0) + (counts.get("han") ?? 0);
  const isJapanese = (counts.get("kana") ?? 0) > unspaced / 10;
  counts.set(isJapanese ? "kana" : "han", unspaced);
  counts.set("latin", (counts.get("latin") ?? 0) / 1.5);
  const [best] = [...counts].sort((left, right) => right[1] - left[1]);
  return best === undefined || best[1] === 0 ? undefined : best[0];
}

function detectLatin(words: WordFacts[], hinted: Language | undefined): Language {
  const scores = scoresOf(words);
  const best = bestOf(scores);
  const score = scores.get(best) ?? 0;
  const english = scores.get("en") ?? 0;
  const needed = Math.max(0.7, words.length * 0.06);
  if (hinted !== undefined && isLatin(hinted)) {
    const contradicts = score >= 2 * (scores.get(hinted) ?? 0) + 1 && score >= needed;
    return contradicts ? best : hinted;
  }
  if (best === "en" || score < needed || score < 1.3 * english + 0.3) {
    return isForeign(words, english) ? "other" : "en";
  }
  return best;
}

/** Whether many words have marks and hardly any is English, so that some language we do not know is likely. */
function isForeign(words: WordFacts[], english: number): boolean {
  const marked = words.filter(({ isMarked }) => isMarked).length;
  return words.length >= 8 && marked >= words.length * 0.15 && english < words.length * 0.06;
}

function detectCyrillic(words: WordFacts[], hinted: Language | undefined): Language {
  const text = words.map(({ word }) => word).join(" ");
  if (lettersOfOtherCyrillic.test(text)) return "other";
  const scores = scoresOf(words);
  const russian = scores.get("ru") ?? 0;
  const ukrainian = scores.get("uk") ?? 0;
  if ((scores.get("other") ?? 0) > Math.max(russian, ukrainian)) return "other";
  if (russian === ukrainian) return hinted === "uk" ? "uk" : "ru";
  if (russian < ukrainian) return "uk";
  // Bulgarian shares most of Russian's small words, but no longer text of it has these letters.
  return text.length > 300 && !/[ыэ]/.test(text) ? "other" : "ru";
}

function scoresOf(words: WordFacts[]): Scores {
  const scores: Scores = new Map();
  for (const { evidence } of words)
    for (const [language, weight] of evidence)
      scores.set(language, (scores.get(language) ?? 0) + weight);
  return scores;
}

function bestOf(scores: Scores): Language {
  let best: Language = "en";
  for (const [language, score] of scores) {
    if (score > (scores.get(best) ?? 0)) best = language;
  }
  return best;
}

/** Whether a language is written in Latin letters, and its small words are known. */
export function isLatin(language: Language): boolean {
  return !["ru", "uk", "zh", "ja", "ko", "th", "other"].includes(language);
}
