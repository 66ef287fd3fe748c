import { terms } from "../../../text/terms.ts";
import type { QuotableBlock } from "../quotable/blocks.ts";
import { fencesByLine } from "../quotable/fenced-lines.ts";
import { componentTitleLevel } from "../quotable/quotable.ts";
import type { QuotablePassage } from "../quotable/quotable-passage.ts";
import { blockSentences, type Unit, wordCount } from "../quotable/units.ts";
import { withoutMarkers } from "../quotable/without-markers.ts";
import { coverage, headingMatch, type Question, type QuestionKind } from "./question.ts";
import { leansBack, type ScoredUnit } from "./score-unit.ts";

/** A block quoted whole, with the sentence of the docs that introduces it ("" when there is none). */
export type QuotedBlock = {
  passage: QuotablePassage;
  block: number;
  text: string;
  intro: string;
  /** The block was too long to quote; the answer points to the page instead. */
  leftOut: boolean;
};

/** The steps, table or code the question asks for; none when the docs' sentences are the better answer. */
export function pickBlocks(
  question: Question,
  passages: QuotablePassage[],
  prose: ScoredUnit | undefined,
): QuotedBlock[] {
  const introduced = prose?.text.endsWith(":") ? blockAfter(question, prose) : [];
  const asked = wantedKinds[question.kind];
  const candidates = passages.flatMap((passage) =>
    [...passage.blocks.keys()].flatMap((block) =>
      candidate(question, passage, block, asked ?? unaskedKinds),
    ),
  );
  candidates.sort((a, b) => b.score - a.score);
  const [first] = candidates;
  const best = candidates.find((one) => !one.leftOut) ?? first;
  if (best === undefined || first === undefined) return introduced;
  if (prose !== undefined) {
    const margin = asked === undefined ? clearlyBetter : -clearlyBetter;
    if (best.covered < leastCoverage || best.score < prose.score + margin) return introduced;
  }
  const ahead = standingCredit * (first.passage.standing - best.passage.standing);
  if (first.leftOut && first.score > best.score + ahead + clearlyBetter) return [first];
  return question.kind === "steps" ? [best, ...laterSteps(best, candidates)].sort(byPlace) : [best];
}

/** A sentence that ends with a colon promises the block below it, whatever was asked. */
function blockAfter(question: Question, prose: Unit): Candidate[] {
  return candidate(question, prose.passage, prose.block + 1, unaskedKinds);
}

type Candidate = QuotedBlock & { score: number; covered: number; kind: QuotableBlock["kind"] };

/** In order of preference. Kinds that are not here get a block only where it says clearly more than any sentence. */
const wantedKinds: Partial<Record<QuestionKind, QuotableBlock["kind"][]>> = {
  steps: ["steps", "code", "list"],
  code: ["code", "table", "list", "steps"],
  list: ["table", "list", "steps"],
};
const unaskedKinds: QuotableBlock["kind"][] = ["list", "steps", "table", "code"];
const kindStep = 0.1;
const agreementCredit = 0.8;
const headingCredit = 0.5;
const standingCredit = 1.2;
const contextCredit = 0.5;
const clearlyBetter = 0.35;
const leastCoverage = 0.15;
const maxLines = 60;
const maxBlockCharacters = 6000;
const maxIntroWords = 45;
const maxLaterLines = 20;

function candidate(
  question: Question,
  passage: QuotablePassage,
  index: number,
  wanted: QuotableBlock["kind"][],
): Candidate[] {
  const block = passage.blocks[index];
  const preference = block === undefined ? -1 : wanted.indexOf(block.kind);
  if (block === undefined || preference === -1 || !isWhole(block)) return [];
  const intro = introduction(passage, index);
  const own = new Set(terms(`${block.text}\n${intro}\n${languageNames(block.info)}`));
  const context = new Set([...own, ...terms(headingsAbove(passage, index))]);
  const covered = coverage(question, own);
  const inContext = coverage(question, context);
  const score =
    covered +
    agreementCredit *
      question.agreement(`${headingsAbove(passage, index)}\n${intro}\n${block.text}`) +
    contextCredit * (inContext - covered) +
    standingCredit * passage.standing +
    headingCredit * headingMatch(question, new Set(terms(nearestHeading(passage, index)))) -
    kindStep * preference;
  const leftOut =
    block.text.split("\n").length > maxLines + 2 || block.text.length > maxBlockCharacters;
  const text = block.kind === "code" ? block.text : withoutMarkersInBlock(block.text);
  return [
    { passage, block: index, text, intro, leftOut, score, covered: inContext, kind: block.kind },
  ];
}

/** A fence left open inside a list would swallow the rest of the answer; a directive's fence is not code. */
function isWhole(block: QuotableBlock): boolean {
  if (block.kind === "code")
    return (
      !/^\{(?!code)/.test(block.info) && block.text.split("\n").slice(1, -1).join("").trim() !== ""
    );
  return [...fencesByLine(block.text).values()].every(({ isClosed }) => isClosed);
}

function introduction(passage: QuotablePassage, index: number): string {
  let before = index - 1;
  // Variants of one example (a tab per language) share the sentence above the first of them.
  while (passage.blocks[index]?.kind === "code" && isVariantGap(passage.blocks[before])) before--;
  const block = passage.blocks[before];
  if (block === undefined) return "";
  const all = blockSentences(block);
  const last = all.at(-1) ?? "";
  const whole = all.join(" ");
  if (wordCount(whole) <= maxIntroWords) return whole;
  if (!last.endsWith(":")) return all[0] ?? "";
  return leansBack(last) ? all.slice(-2).join(" ") : last;
}

function isVariantGap(block: QuotableBlock | undefined): boolean {
  return block?.kind === "code" || block?.level === componentTitleLevel;
}

function headingsAbove(passage: QuotablePassage, index: number): string {
  return [passage.title, ...passage.headings, nearestHeading(passage, index)].join("\n");
}

function nearestHeading(passage: QuotablePassage, index: number): string {
  const own = passage.blocks.slice(0, index).findLast((block) => block.kind === "heading");
  return own?.text ?? passage.headings.at(-1) ?? passage.title;
}

const shellNames = "shell terminal command line cli run";
const languages = new Map([
  ["ts", "typescript"],
  ["tsx", "typescript react"],
  ["js", "javascript"],
  ["jsx", "javascript react"],
  ["py", "python"],
  ["rb", "ruby"],
  ["sh", shellNames],
  ["bash", shellNames],
  ["shell", shellNames],
  ["console", shellNames],
  ["yml", "yaml"],
]);

function languageNames(info: string): string {
  const language = info.split(/[\s{,]/)[0] ?? "";
  return `${info} ${languages.get(language.toLowerCase()) ?? ""}`;
}

function withoutMarkersInBlock(text: string): string {
  const fences = fencesByLine(text);
  let codeEnd = 0;
  return text
    .split("\n")
    .map((line, index) => {
      codeEnd = Math.max(codeEnd, fences.get(index)?.next ?? 0);
      return index < codeEnd ? line : withoutMarkers(line);
    })
    .join("\n");
}

/** The other short code blocks of a procedure written as prose and code in turn. */
function laterSteps(best: Candidate, candidates: Candidate[]): Candidate[] {
  if (best.kind !== "code") return [];
  const others = candidates.filter(
    (other) =>
      other.passage === best.passage &&
      other.kind === "code" &&
      other.block !== best.block &&
      other.intro !== "" &&
      other.intro !== best.intro &&
      other.text.split("\n").length <= maxLaterLines,
  );
  return others.length <= 2 ? others : [];
}

function byPlace(a: Candidate, b: Candidate): number {
  return a.block - b.block;
}
