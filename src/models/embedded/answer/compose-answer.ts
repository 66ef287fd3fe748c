import { terms } from "../../../text/terms.ts";
import type { Agreement } from "../../vectors/static/embedder.ts";
import { quotablePassages } from "../quotable/quotable-passage.ts";
import { type Unit, units } from "../quotable/units.ts";
import type { EmbeddedInput } from "./answer-input.ts";
import { decline } from "./decline.ts";
import { layOut } from "./lay-out.ts";
import { pickBlocks, type QuotedBlock } from "./pick-blocks.ts";
import { pickAfterword, pickSentences, type Said } from "./pick-sentences.ts";
import { readQuestion } from "./question.ts";
import { quoteNearest } from "./quote-nearest.ts";
import { scoreUnit } from "./score-unit.ts";

/** The answer in the docs' own words with `[n]` markers, or a plain refusal when they do not cover the question. */
export function composeAnswer(input: EmbeddedInput, agreement: Agreement = () => 0): string {
  if (input.evidence === "none" || input.passages.length === 0) return decline(input);
  const isEnough = input.evidence === "enough";
  const answer = isEnough ? quoteAnswer(input, agreement) : quoteNearest(input, agreement);
  return answer === "" ? decline(input) : answer;
}

function quoteAnswer(input: EmbeddedInput, agreement: Agreement): string {
  const question = readQuestion(input, agreement);
  const passages = quotablePassages(input.passages);
  const all = passages.flatMap(units).map((unit) => ({
    ...unit,
    agreement: question.agreement(`${unit.passage.headings.join(" ")} ${unit.text}`),
  }));
  const best = all
    .map((unit) => ({ ...unit, score: scoreUnit(question, unit) }))
    .reduce<ScoredUnit | undefined>(
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

type ScoredUnit = Unit & { score: number };

/** The block, or the sentence that introduces it, already says what this unit says. */
function holds(quoted: QuotedBlock, unit: Unit): boolean {
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
