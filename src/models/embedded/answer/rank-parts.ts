import { terms } from "../../../text/terms.ts";
import { headingOf, type Part } from "./page-parts.ts";
import { coverage, headingMatch, type Question } from "./question.ts";

/** `score`: how well it answers the question; only comparable within one question. */
export type RankedPart = Part & { score: number };

const measuredCharacters = 3000;
const standingCredit = 6;
const agreementCredit = 0.8;
const contextCredit = 0.45;
const headingCredit = 0.5;
const oppositePenalty = 2;

/** What search found, the part that answers best first. Search's order counts most: it knows all of the docs. */
export function rankParts(question: Question, parts: Part[]): RankedPart[] {
  return parts
    .filter(({ standing, blocks }) => standing > 0 && blocks.length > 0)
    .map((part) => rankedPart(question, part))
    .sort((a, b) => b.score - a.score);
}

function rankedPart(question: Question, part: Part): RankedPart {
  const text = part.blocks
    .map((block) => block.text)
    .join("\n")
    .slice(0, measuredCharacters);
  const context = [part.title, ...part.headings].join("\n");
  const own = new Set(terms(`${headingOf(part)}\n${text}`));
  const covered = coverage(question, own);
  const inContext = coverage(question, own.union(new Set(terms(context))));
  const score =
    standingCredit * part.standing +
    covered +
    contextCredit * (inContext - covered) +
    agreementCredit * question.agreement(`${context}\n${text}`) +
    headingCredit * headingMatch(question, new Set(terms(headingOf(part)))) -
    (question.isOpposite(`${headingOf(part)}\n${text}`) ? oppositePenalty : 0);
  return { ...part, score };
}
