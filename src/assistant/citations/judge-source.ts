import { plainText } from "../../docs/page/plain-text.ts";
import { detectLanguage } from "../../text/detect-language.ts";
import type { Language } from "../../text/language.ts";
import { sentences } from "../../text/sentences.ts";
import { terms } from "../../text/terms.ts";
import { type Facts, factsOf, isNegated } from "./judge-facts.ts";

/** A passage made ready for many comparisons. */
export type Source = {
  language: Language;
  /** Lower case, as written. */
  words: string;
  facts: Facts;
  /** The lines of the passage without the space around them: what quoted code is looked for in. */
  lines: Set<string>;
  units: Unit[];
  clauses: Clause[];
  topic: Set<string>;
};

type Unit = { text: string; terms: Set<string> };
type Clause = { terms: Set<string>; isNegated: boolean };

/** The place of a passage that a sentence speaks of, if any. */
export type Evidence = {
  text: string;
  words: string;
  facts: Facts;
  /** Share of the sentence's telling words that stand there. */
  share: number;
  isQuoted: boolean;
  /** How much of the sentence the passage says the opposite of, from 0 to 1. */
  denied: number;
};

type Judged = { title: string; headings: string[]; content: string };

const longestContent = 40_000;
const mostUnits = 400;
const mostClauses = 1_000;
const mostOfSentence = 30;
const quotedWords = 5;
const clauseEnd = /[,;:()|]|\b(?:but|because|until|while|if|when|which)\b/;

export function sourceOf({ title, headings, content }: Judged): Source {
  const text = content.slice(0, longestContent);
  const language = detectLanguage(text);
  const topic = [title, ...headings].join("\n");
  const units = text
    .split("\n")
    .flatMap((line) => sentences(line))
    .slice(0, mostUnits)
    .map((one) => ({ text: one.text, terms: new Set(terms(readable(one.text), language)) }));
  return {
    language,
    words: `${topic}\n${text}`.toLowerCase(),
    facts: factsOf(`${topic}\n${text}`),
    lines: new Set(text.split("\n").map((line) => line.trim())),
    units: units.filter((unit) => unit.terms.size > 0),
    clauses: units.flatMap((unit) => clausesOf(unit.text, language)).slice(0, mostClauses),
    topic: new Set(terms(topic, language)),
  };
}

/** The sentence of the passage, or the two in a row, that has most of the words. */
export function evidenceOf(sentence: string, source: Source, language: Language): Evidence {
  const wanted = new Set(terms(readable(sentence), language));
  let best = { share: -1, text: "" };
  for (const [index, unit] of source.units.entries()) {
    const next = source.units[index + 1];
    const alone = shareOf(wanted, [unit.terms, source.topic]);
    if (alone > best.share) best = { share: alone, text: unit.text };
    if (next === undefined) continue;
    const both = shareOf(wanted, [unit.terms, next.terms, source.topic]) - 0.05;
    if (both > best.share) best = { share: both, text: `${unit.text} ${next.text}` };
  }
  return {
    text: best.text,
    words: best.text.toLowerCase(),
    facts: factsOf(best.text),
    share: Math.max(best.share, 0),
    isQuoted: isQuoted(sentence, best.text),
    denied: deniedShare(clausesOf(sentence, language), source),
  };
}

/** "It is shown once, never again" says two things, and only one of them denies. */
function clausesOf(text: string, language: Language): Clause[] {
  return text
    .split(clauseEnd, mostOfSentence)
    .map((clause) => ({
      terms: new Set(terms(readable(clause), language)),
      isNegated: isNegated(clause),
    }))
    .filter((clause) => clause.terms.size > 0);
}

function deniedShare(clauses: Clause[], source: Source): number {
  let denied = 0;
  let all = 0;
  for (const clause of clauses) {
    let same = 0;
    let opposite = 0;
    for (const other of source.clauses) {
      const share = shareOf(clause.terms, [other.terms]);
      if (other.isNegated === clause.isNegated) same = Math.max(same, share);
      else opposite = Math.max(opposite, share);
    }
    all += clause.terms.size;
    if (opposite > same) denied += clause.terms.size * opposite;
  }
  return all === 0 ? 0 : denied / all;
}

function shareOf(wanted: Set<string>, places: Set<string>[]): number {
  if (wanted.size === 0) return 1;
  let found = 0;
  for (const term of wanted) if (places.some((place) => place.has(term))) found += 1;
  return found / wanted.size;
}

/** Most of the sentence stands there word for word. */
function isQuoted(sentence: string, text: string): boolean {
  const own = plainWords(sentence);
  const place = ` ${plainWords(text).join(" ")} `;
  const length = Math.max(quotedWords, Math.ceil(own.length * 0.6));
  if (own.length < quotedWords) return place.includes(` ${own.join(" ")} `);
  for (let start = 0; start + length <= own.length; start += 1) {
    if (place.includes(` ${own.slice(start, start + length).join(" ")} `)) return true;
  }
  return false;
}

function plainWords(text: string): string[] {
  return (
    readable(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, 200) ?? []
  );
}

function readable(text: string): string {
  return /[[<&{\\]/.test(text) ? plainText(text) : text;
}
