import { normalForm } from "../../lib/normal-form.ts";
import type { PassageText } from "../../store/docs/passages.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import { topPositions } from "./rank.ts";

export type ReadTexts = (passageIds: string[]) => Promise<Map<string, PassageText>>;

const boost = 1.5;
const maxPhrases = 5;
const maxPhraseLength = 200;
/** Only this many of the best passages are read through: the rest would not reach a reader anyway. */
const maxRead = 300;

/** Raises passages that hold a phrase the question has in double quotes, once per phrase. */
export async function boostPhrases(
  index: ProjectIndex,
  { question, scores, read }: { question: string; scores: Float32Array; read: ReadTexts },
): Promise<void> {
  const phrases = quotedPhrases(question);
  if (phrases.length === 0) return;
  const tests = phrases.map(phraseTest);
  const best = topPositions(index, scores, maxRead);
  const ids = best.map(index.passageId);
  const texts = await read(ids);
  for (const [place, slot] of best.entries()) {
    const found = texts.get(ids[place] ?? "");
    const { title } = index.page(index.pageOf(slot));
    if (found === undefined) continue;
    const text = `${title}\n${found.headings.join("\n")}\n${found.text}`;
    for (const isIn of tests) if (isIn(text)) scores[slot] = (scores[slot] ?? 0) * boost;
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

const isPlain = /^[\0-\x7f]*$/;

/** Folding a text is dear: of one in plain letters, which does not even have the phrase's longest word, it is known without. */
function phraseTest(phrase: string): (text: string) => boolean {
  const words = phrase.split(" ");
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one), "");
  return (text) => {
    if (isPlain.test(text) && !text.toLowerCase().includes(longest)) return false;
    return fold(text).includes(phrase);
  };
}

function fold(text: string): string {
  return normalForm(text, "NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}
