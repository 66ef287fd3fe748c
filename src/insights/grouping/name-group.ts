import { detectLanguage } from "../../text/detect-language.ts";
import type { Language } from "../../text/language.ts";
import { termOf } from "../../text/terms.ts";
import { words } from "../../text/tokenise.ts";

/** In how many of a project's questions each term stands. */
export type TermCounts = {
  questions: number;
  counts: Map<string, number>;
  /** How much a word usually says about a topic, from about 0.2 up. */
  importance(word: string): number;
};

export type GroupName = { name: string; words: string[]; language: Language };

const namedBy = 4;
const mostWords = 12;
const longestRead = 500;
const mostTerms = 100_000;
/** A word stands for a group when so many of its questions say it, two at least where there are three. */
const leastShare = 0.3;
// Names and numbers of one reader, addresses and secrets must not stand in a title.
const isPlain = /^\p{L}[\p{L}\p{M}\p{N}.+#_-]{1,29}$/u;
const isAddress = /[@/]|^\d|\d{4,}|\.(?:com|net|org|io|dev)$/u;

/** Names a group by the words that tell it from the project's other questions, in the order readers say them. */
export function nameGroup(questions: string[], all: TermCounts): GroupName {
  const language = detectLanguage(questions.slice(0, 5).join("\n"));
  const found = new Map<string, Found>();
  for (const question of questions)
    for (const one of readTerms(question, language)) take(found, one);
  const least = questions.length < 3 ? 1 : Math.max(2, questions.length * leastShare);
  const scored = [...found.values()]
    .filter(({ count }) => count >= least)
    .map((one) => ({
      ...one,
      score: one.count * rarity(one.term, all) * all.importance(surface(one)),
    }))
    .sort((one, other) => other.score - one.score || one.place - other.place);
  const telling = scored.slice(0, mostWords).map(surface);
  const named = scored.slice(0, namedBy).sort((one, other) => meanPlace(one) - meanPlace(other));
  return {
    name: named.map(surface).join(" ") || shortened(questions[0]),
    words: telling,
    language,
  };
}

export function countTerms(all: TermCounts, question: string): void {
  all.questions += 1;
  const language = detectLanguage(question.slice(0, longestRead));
  for (const { term } of readTerms(question, language)) {
    if (all.counts.size >= mostTerms && !all.counts.has(term)) continue;
    all.counts.set(term, (all.counts.get(term) ?? 0) + 1);
  }
}

type Read = { term: string; word: string; place: number };
type Found = { term: string; count: number; place: number; surfaces: Map<string, number> };

/** Each term once, where it stands first. */
function readTerms(question: string, language: Language): Read[] {
  const read = new Map<string, Read>();
  for (const [place, { whole }] of words(question.slice(0, longestRead)).entries()) {
    const term =
      isPlain.test(whole) && !isAddress.test(whole) ? termOf(whole, language) : undefined;
    if (term !== undefined && !read.has(term)) read.set(term, { term, word: whole, place });
  }
  return [...read.values()];
}

function take(found: Map<string, Found>, { term, word, place }: Read): void {
  const one = found.get(term) ?? { term, count: 0, place: 0, surfaces: new Map() };
  one.count += 1;
  one.place += place;
  one.surfaces.set(word, (one.surfaces.get(word) ?? 0) + 1);
  found.set(term, one);
}

function rarity(term: string, { questions, counts }: TermCounts): number {
  return Math.log((questions + 1) / ((counts.get(term) ?? 0) + 0.5));
}

const meanPlace = ({ place, count }: Found) => place / count;

/** As readers write it most often. */
function surface({ surfaces }: Found): string {
  const [first = ["", 0]] = [...surfaces].sort((one, other) => other[1] - one[1]);
  return first[0];
}

const longestName = 40;

/** Where no word is telling, the beginning of a question has to do. */
function shortened(question = ""): string {
  const line = question.replace(/\s+/g, " ").trim();
  if (isAddress.test(line)) return "";
  return line.length > longestName ? `${line.slice(0, longestName).toWellFormed()}…` : line;
}
