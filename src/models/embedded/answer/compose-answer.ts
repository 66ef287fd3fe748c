import { terms } from "../../../text/terms.ts";
import type { Agreement } from "../../vectors/static/embedder.ts";
import { type QuotablePassage, quotablePassages } from "../quotable/quotable-passage.ts";
import type { EmbeddedInput } from "./answer-input.ts";
import { decline } from "./decline.ts";
import { layOut } from "./lay-out.ts";
import { pickBlocks, type QuotedBlock } from "./pick-blocks.ts";
import { pickAfterword, pickSentences, type Said } from "./pick-sentences.ts";
import { type Question, readQuestion } from "./question.ts";
import { type ScoredUnit, scoredUnits } from "./score-unit.ts";

/** The answer in the docs' own words with `[n]` markers, or a plain refusal when they do not cover the question. */
export function composeAnswer(input: EmbeddedInput, agreement: Agreement = () => 0): string {
  if (input.evidence === "none" || input.passages.length === 0) return decline(input);
  const question = readQuestion(input, agreement);
  const passages = quotablePassages(input.passages);
  const units = passages.flatMap((passage) => scoredUnits(question, passage));
  const answer =
    input.evidence === "enough"
      ? quoteAnswer(question, passages, units)
      : quoteNearest(passages, units);
  return answer === "" ? decline(input) : answer;
}

function quoteAnswer(question: Question, passages: QuotablePassage[], all: ScoredUnit[]): string {
  const best = all.reduce<ScoredUnit | undefined>(
    (top, one) => (top && top.score >= one.score ? top : one),
    undefined,
  );
  const quoted = pickBlocks(question, passages, best);
  const open = all.filter((unit) => !quoted.some((block) => holds(block, unit)));
  const complete = open.filter((unit) => !unit.text.endsWith(":"));
  const free = complete.length > 0 || quoted.length > 0 ? complete : open;
  const picked = pickSentences(question, free, saidBy(quoted));
  const [only] = quoted;
  const rest = only && picked.length === 0 ? pickAfterword(question, free, only) : picked;
  return layOut(rest, quoted);
}

/** The block, or the sentence that introduces it, already says what this unit says. */
function holds(quoted: QuotedBlock, unit: ScoredUnit): boolean {
  if (unit.passage !== quoted.passage) return false;
  return unit.block === quoted.block || quoted.intro.includes(unit.text);
}

function saidBy(quoted: QuotedBlock[]): Said {
  const shown = quoted.filter((block) => !block.leftOut);
  return {
    terms: new Set(shown.flatMap((block) => terms(`${block.intro}\n${block.text}`))),
    passages: new Set(shown.map((block) => block.passage.n)),
  };
}

const mostPages = 3;
const longestQuote = 60;
const opening =
  "I did not find a direct answer to this in the documentation. The closest it comes:";

/** Where the docs only come near the question: the most telling sentence of each of the nearest pages. */
function quoteNearest(passages: QuotablePassage[], units: ScoredUnit[]): string {
  const short = units.filter((unit) => unit.words <= longestQuote && !unit.text.endsWith(":"));
  const pages = [...new Set(passages.map((passage) => passage.path))].slice(0, mostPages);
  const quotes = pages.flatMap((path) => {
    const [best] = short
      .filter((unit) => unit.passage.path === path)
      .sort((left, right) => right.score - left.score);
    return best === undefined ? [] : [`- ${lineOf(best)} [${best.passage.n}]`];
  });
  return quotes.length === 0 ? "" : `${opening}\n\n${quotes.join("\n")}`;
}

/** A row of a table reads as its cells, one after the other. */
function lineOf(unit: ScoredUnit): string {
  if (unit.form !== "row") return unit.text;
  const row = unit.text.split("\n").at(-1) ?? "";
  const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
  return cells.filter((cell) => cell !== "").join(": ");
}
