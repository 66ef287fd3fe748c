import type { Passage } from "../../search/hit.ts";
import { detectLanguage } from "../../text/detect-language.ts";
import { factsOf, lacking } from "./judge-facts.ts";
import { type Evidence, evidenceOf, type Source, sourceOf } from "./judge-source.ts";
import { readStatement, type Statement } from "./judge-statement.ts";

/** `part`: the passage stands behind a sentence of the statement, but not behind its last one. */
export type Verdict = "whole" | "part" | "none";

export type Judge = (statement: string, passage: Judged) => Verdict;
export type Judged = Pick<Passage, "title" | "headings" | "content">;

type Options = {
  agreement(question: string, text: string): number;
  similarity?(left: string, right: string): number;
};

const mostVerdicts = 200;
/** What a sentence must reach; decisions/verified-citations.md tells how it was found. */
export const enough = 0.55;

/** Judges whether passages say what is claimed with them. A bounded number of times: after that nothing is supported. */
export function createJudge(options: Options): Judge {
  const sources = new Map<Judged, Source>();
  const known = new Map<string, Verdict>();
  return (statement, passage) => {
    const source = sources.get(passage) ?? sourceOf(passage);
    sources.set(passage, source);
    const key = `${[...sources.keys()].indexOf(passage)} ${statement}`;
    const verdict = known.get(key);
    if (verdict !== undefined || known.size >= mostVerdicts) return verdict ?? "none";
    const found = verdictOf(options, readStatement(statement), source);
    known.set(key, found);
    return found;
  };
}

function verdictOf(options: Options, statement: Statement, source: Source): Verdict {
  if (statement.code.length > 0) return codeVerdict(statement.code, source);
  const supported = statement.sentences.map(
    (sentence) => scoreSentence(options, sentence, source) >= enough,
  );
  const count = supported.filter((one) => one).length;
  const isWhole = statement.isBlock ? count * 2 >= supported.length : supported.at(-1) !== false;
  if (isWhole) return "whole";
  return count > 0 ? "part" : "none";
}

/** Code is quoted or invented; most of its lines must stand in the passage. */
function codeVerdict(lines: string[], source: Source): Verdict {
  const found = lines.filter((line) => source.lines.has(line)).length;
  return found * 2 >= lines.length ? "whole" : "none";
}

/** From 0 to 1, and below for a sentence that contradicts the place it speaks of. */
export function scoreSentence(options: Options, sentence: string, source: Source): number {
  const facts = factsOf(sentence);
  const language = detectLanguage(sentence);
  const missing = lacking(facts, source.facts, source.words);
  // Words of two languages cannot be compared; numbers and names can.
  if (language !== source.language) return missing.numbers + missing.names === 0 ? 1 : 0;
  const evidence = evidenceOf(sentence, source, language);
  const telling = evidence.isQuoted
    ? 1
    : (evidence.share + options.agreement(sentence, evidence.text)) / 2;
  const close = options.similarity?.(sentence, evidence.text) ?? 0;
  return Math.max(telling, close) - penaltyOf(facts, evidence, missing);
}

type Missing = { numbers: number; names: number };

function penaltyOf(
  facts: ReturnType<typeof factsOf>,
  evidence: Evidence,
  missing: Missing,
): number {
  const here = lacking(facts, evidence.facts, evidence.words);
  const elsewhere = here.numbers - missing.numbers;
  return missing.numbers * 0.5 + missing.names * 0.5 + elsewhere * 0.1 + evidence.denied * 0.6;
}
