import { plainText } from "../../docs/page/plain-text.ts";
import { createWeightedCache } from "../../lib/weighted-cache.ts";
import type { Passage } from "../../search/hit.ts";
import { detectLanguage } from "../../text/detect-language.ts";
import type { Language } from "../../text/language.ts";
import { sentences } from "../../text/sentences.ts";
import { terms } from "../../text/terms.ts";

/** `part`: the passage stands behind a sentence of the statement, but not behind its last one. */
export type Support = "whole" | "part" | "none";
export type CitedPassage = Pick<Passage, "title" | "headings" | "content">;
export type SupportOptions = {
  /** How much of the first text the second one speaks of, from 0 to 1. */
  agreement(question: string, text: string): number;
};

const mostChecks = 200;
/** What a sentence must reach; decisions/verified-citations.md tells how it was found. */
const enough = 0.55;

/** Checks whether passages say what is claimed with them. A bounded number of times: after that nothing is supported. */
export function createSupportCheck(options: SupportOptions) {
  const sources = new Map<CitedPassage, Source>();
  const known = new Map<string, Support>();
  return (statement: string, passage: CitedPassage): Support => {
    const source = sources.get(passage) ?? readySource(passage);
    sources.set(passage, source);
    const key = `${[...sources.keys()].indexOf(passage)} ${statement}`;
    const support = known.get(key);
    if (support !== undefined || known.size >= mostChecks) return support ?? "none";
    const found = supportOf(options, readStatement(statement), source);
    known.set(key, found);
    return found;
  };
}

function supportOf(options: SupportOptions, statement: Statement, source: Source): Support {
  if (statement.code.length > 0) return codeSupport(statement.code, source);
  const supported = statement.sentences.map(
    (sentence) => scoreSentence(options, sentence, source) >= enough,
  );
  const count = supported.filter((one) => one).length;
  const isWhole = statement.isBlock ? count * 2 >= supported.length : supported.at(-1) !== false;
  if (isWhole) return "whole";
  return count > 0 ? "part" : "none";
}

/** Code is quoted or invented; most of its lines must stand in the passage. */
function codeSupport(lines: string[], source: Source): Support {
  const found = lines.filter((line) => source.lines.has(line)).length;
  return found * 2 >= lines.length ? "whole" : "none";
}

/** From 0 to 1, and below for a sentence that contradicts the place it speaks of. */
function scoreSentence({ agreement }: SupportOptions, sentence: string, source: Source): number {
  const facts = factsOf(sentence);
  const language = detectLanguage(sentence);
  const missing = lacking(facts, source.facts, source.words);
  // Words of two languages cannot be compared; numbers and names can.
  if (language !== source.language) return missing.numbers + missing.names === 0 ? 1 : 0;
  const { text, share } = closestText(sentence, source, language);
  const score = isQuoted(sentence, text) ? 1 : (share + agreement(sentence, text)) / 2;
  const here = lacking(facts, factsOf(text), text.toLowerCase());
  const elsewhere = here.numbers - missing.numbers;
  const denied = deniedShare(clausesOf(sentence, language), source);
  return score - missing.numbers * 0.5 - missing.names * 0.5 - elsewhere * 0.1 - denied * 0.6;
}

type Source = ReturnType<typeof sourceOf>;
type Clause = { terms: Set<string>; isNegated: boolean };

const longestContent = 40_000;
const mostUnits = 400;
const mostClauses = 1_000;
const mostOfSentence = 30;
const quotedWords = 5;
const clauseEnd = /[,;:()|]|\b(?:but|because|until|while|if|when|which)\b/;

/** In characters. The same few passages are cited by many answers, and to make one ready takes as long as some dozen comparisons. */
const keptCharacters = 1_000_000;
const ready = createWeightedCache<Source>(keptCharacters);

function readySource(passage: CitedPassage): Source {
  const { title, headings, content } = passage;
  const key = [title, ...headings, content].join("\n");
  const source = ready.get(key) ?? sourceOf(passage);
  ready.set(key, source, key.length);
  return source;
}

/** A passage made ready for many comparisons. */
function sourceOf({ title, headings, content }: CitedPassage) {
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
    /** What quoted code is looked for in. */
    lines: new Set(text.split("\n").map((line) => line.trim())),
    units: units.filter((unit) => unit.terms.size > 0),
    clauses: units.flatMap((unit) => clausesOf(unit.text, language)).slice(0, mostClauses),
    topic: new Set(terms(topic, language)),
  };
}

/** The sentence of the passage, or the two in a row, that has most of the words; `share` says how many of them. */
function closestText(sentence: string, source: Source, language: Language) {
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
  return { text: best.text, share: Math.max(best.share, 0) };
}

/** "It is shown once, never again" says two things, and only one of them denies. */
function clausesOf(text: string, language: Language): Clause[] {
  return text
    .split(clauseEnd, mostOfSentence)
    .map((clause) => ({
      terms: new Set(terms(readable(clause), language)),
      isNegated: negation.test(clause),
    }))
    .filter((clause) => clause.terms.size > 0);
}

/** How much of a sentence the passage says the opposite of, from 0 to 1. */
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

/** What a sentence cannot be wrong about: its numbers and the names of things that are typed. */
type Facts = { numbers: Set<string>; names: Set<string> };

const numerals = new Map(
  "two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, place) => [word, String(place + 2)]),
)
  .set("twenty", "20")
  .set("thirty", "30");
const longestText = 20_000;
const number = /(?<![\p{L}\p{N}_-])\d[\d.,]{0,20}/gu;
const numberWord = new RegExp(`\\b(?:${[...numerals.keys()].join("|")})\\b`, "g");
const code = /`{1,2}([^`\n]{1,200})`{1,2}/g;
/** `--flag`, SOME_NAME, camelCase, a.dotted.name, a/path: what nobody writes in prose. */
const name =
  /(?<![\p{L}\p{N}])(?:--?[a-z][\w-]{1,60}|[\p{L}\p{N}]{1,60}(?:[_/.][\p{L}\p{N}]{1,60}){1,10}|[a-z]{1,40}[A-Z]\w{0,40})/gu;
const negation =
  /\b(?:no|not|never|none|nothing|nobody|neither|nor|cannot|without|unless|unable|impossible)\b|n['’]t\b/i;

function factsOf(text: string): Facts {
  const read = text.slice(0, longestText);
  const names = new Set<string>();
  for (const match of read.matchAll(code)) {
    for (const token of (match[1] ?? "").split(/[\s=,;()"'<>]+/)) addName(names, token);
  }
  for (const match of read.matchAll(name)) addName(names, match[0]);
  return { numbers: numbersOf(read), names };
}

/** How many numbers and names of a sentence are not in a text. */
function lacking(facts: Facts, known: Facts, text: string): { numbers: number; names: number } {
  const numbers = [...facts.numbers].filter((one) => !known.numbers.has(one)).length;
  const names = [...facts.names].filter((one) => !known.names.has(one) && !text.includes(one));
  return { numbers, names: names.length };
}

function addName(names: Set<string>, token: string): void {
  const bare = token.toLowerCase().replace(/^[.:/\\*]+|(?<![.:/\\*…])[.:/\\*…]+$/g, "");
  if (/[a-z]/.test(bare)) names.add(bare);
}

function numbersOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const [digits] of text.matchAll(number)) {
    found.add(digits.replace(/(?<![.,])[.,]+$/, "").replace(/,(?=\d{3})/g, ""));
  }
  for (const [word] of text.toLowerCase().matchAll(numberWord))
    found.add(numerals.get(word) ?? word);
  return found;
}

/** What a marker vouches for: the last paragraph, list, table or code before it. */
type Statement = {
  sentences: string[];
  /** The lines of a code block, when that is what was cited. */
  code: string[];
  /** The marker stands below a block and means all of it. */
  isBlock: boolean;
};

const longest = 4_000;
const mostSentences = 30;
const fence = /^\s*(?:`{3,}|~{3,})/;

function readStatement(text: string): Statement {
  const read = text.slice(-longest).trimEnd();
  const blocks = read.split(/\n[ \t]*\n/);
  const last = blocks.at(-1) ?? "";
  if (fence.test(last.split("\n").at(-1) ?? ""))
    return { sentences: [], code: codeOf(read), isBlock: true };
  const isBlock = /\n[ \t]*\n/.test(text.slice(text.trimEnd().length)) || /^\s*\|/.test(last);
  const found = last
    .split("\n")
    .filter((line) => !/^[\s|:-]*$/.test(line))
    .flatMap((line) => sentences(bare(line)));
  const rows = isBlock && /^\s*\|/.test(last) ? found.slice(1) : found;
  return {
    sentences: joined(rows.map((one) => one.text)).slice(-mostSentences),
    code: [],
    isBlock,
  };
}

function codeOf(text: string): string[] {
  const lines = text.split("\n");
  const start = lines.slice(0, -1).findLastIndex((line) => fence.test(line));
  return lines
    .slice(start + 1, -1)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function bare(line: string): string {
  return line.replace(/^[\s>]{0,50}(?:[-*+]|\d{1,9}[.)]|#{1,6})\s/, "");
}

/** A sentence that says too little to be checked, such as "Yes.", belongs to the one before it. */
function joined(texts: string[]): string[] {
  const found: string[] = [];
  for (const text of texts) {
    const previous = found.at(-1);
    if (previous !== undefined && terms(text).length < 2)
      found[found.length - 1] = `${previous} ${text}`;
    else found.push(text);
  }
  return found;
}
