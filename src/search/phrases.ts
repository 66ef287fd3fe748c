import type { Passage } from "./hit.ts";
import type { KeywordIndex } from "./keyword.ts";
import { topPositions } from "./top-positions.ts";

const boost = 1.5;
const maxPhrases = 5;
const maxPhraseLength = 200;
/** Only this many of the best passages are read through: the rest would not reach a reader anyway. */
const maxRead = 300;

/** Raises passages that hold a phrase the question has in double quotes, once per phrase. */
export function boostPhrases(index: KeywordIndex, question: string, scores: Float32Array): void {
  const phrases = quotedPhrases(question);
  if (phrases.length === 0) return;
  for (const position of topPositions(scores, maxRead)) {
    const passage = index.passages[position];
    if (passage === undefined) continue;
    const text = searchable(passage);
    for (const phrase of phrases) {
      if (text.includes(phrase)) scores[position] = (scores[position] ?? 0) * boost;
    }
  }
}

export function quotedPhrases(question: string): string[] {
  const phrases = new Set<string>();
  for (const match of question.matchAll(/"([^"]+)"|“([^“”]+)”/g)) {
    const phrase = fold(match[1] ?? match[2] ?? "");
    if (phrase.length > 1 && phrase.length <= maxPhraseLength) phrases.add(phrase);
    if (phrases.size === maxPhrases) break;
  }
  return [...phrases];
}

function searchable(passage: Passage): string {
  return fold(`${passage.title}\n${passage.headings.join("\n")}\n${passage.text}`);
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}
