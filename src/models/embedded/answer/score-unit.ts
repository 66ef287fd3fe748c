import { terms } from "../../../text/terms.ts";
import type { QuotablePassage } from "../quotable/quotable-passage.ts";
import { type Unit, units } from "../quotable/units.ts";
import { coverage, headingMatch, type Question } from "./question.ts";

/** `score`: how well it answers the question on its own; about 0 to 2, only comparable within one question. */
export type ScoredUnit = Unit & { score: number };

export function scoredUnits(question: Question, passage: QuotablePassage): ScoredUnit[] {
  return units(passage).map((unit) => ({ ...unit, score: scoreOf(question, unit) }));
}

function scoreOf(question: Question, unit: Unit): number {
  const covered = coverage(question, unit.terms);
  const withContext = coverage(question, unit.terms.union(unit.context));
  return (
    covered +
    agreementCredit * question.agreement(`${unit.passage.headings.join(" ")} ${unit.text}`) +
    contextCredit * (withContext - covered) +
    standingCredit * unit.passage.standing +
    headingCredit * headingMatch(question, unit.heading) +
    placeCredit(unit.place) +
    kindCredit(question, unit) -
    shapePenalty(unit)
  );
}

/** Begins by pointing back at the sentence before it. */
export function leansBack(text: string): boolean {
  return /^(?:\*\*|_)?(?:it|its|this|these|those|they|their|that|such|however|otherwise|then|also|but|so|therefore|instead|in (?:this|that|these|those|both) cases?|for example|similarly|additionally|moreover|in addition|both|either|neither|as a result|(?:without|with|for|in|on|after|before|if|because of|to do) (?:it|this|that|these|those|them|so))\b(?! (?:page|guide|section|document|article|tutorial)\b)/i.test(
    text,
  );
}

/** Speaks of the page itself or sends the reader to another one, so it answers nothing. */
export function pointsElsewhere(text: string): boolean {
  return (
    /^(?:this|in this) (?:page|guide|section|document|article|tutorial)\b/i.test(text) ||
    /^(?:see|refer to|for more|read more|learn more|check out|next:)\b/i.test(text)
  );
}

const agreementCredit = 0.8;
const contextCredit = 0.45;
const standingCredit = 1.2;
const headingCredit = 0.5;

function placeCredit(place: number): number {
  return [0.15, 0.09, 0.05][place] ?? 0;
}

function kindCredit(question: Question, unit: Unit): number {
  if (question.kind === "amount") return hasAmount(unit) ? 0.2 : 0;
  if (question.kind === "reason") return reasonWords.test(unit.text) ? 0.15 : 0;
  return question.kind === "definition" && defines(question, unit) ? 0.4 : 0;
}

/** A number; in a table row not the first cell, which names the row. */
function hasAmount(unit: Unit): boolean {
  if (unit.form !== "row") return /\d/.test(unit.text);
  return /\|[^|]*\|.*\d/.test(unit.text.split("\n")[2] ?? "");
}

/** "A passage is ...": the sentence opens with what the question asks about. */
function defines(question: Question, unit: Unit): boolean {
  const opening = /^([^.:;,]{1,60}?) (?:is|are|means?|lets|refers?|stands?)\b/i.exec(
    unit.text,
  )?.[1];
  if (opening === undefined) return false;
  const subject = terms(opening);
  return subject.length > 0 && subject.every((term) => question.shares.has(term));
}

const reasonWords =
  /\b(?:because|since|so that|reason|in order to|due to|caused?|means|unless|happens)\b/i;

function shapePenalty(unit: Unit): number {
  let penalty = 0;
  const isProse = unit.form === "sentence";
  if (isProse && unit.words < 4 && !hasUnspacedScript.test(unit.text)) penalty += 0.5;
  if (isProse && !endsSentence.test(unit.text) && unit.words < 12) penalty += 0.15;
  if (unit.words > 45) penalty += Math.min(0.4, (unit.words - 45) / 100);
  if (unit.text.endsWith(":")) penalty += 0.4;
  if (unit.text.endsWith("?")) penalty += 0.4;
  if (pointsElsewhere(unit.text)) penalty += 0.5;
  if (isProse && looksLikeCode(unit.text)) penalty += 0.6;
  if (unit.form === "row") penalty += 0.05;
  if (unit.passage.blocks[unit.block]?.kind === "steps") penalty += 0.15;
  return penalty;
}

/** Code that the page does not mark as code. */
function looksLikeCode(text: string): boolean {
  const prose = text.replace(/`[^`]*`/g, "");
  const symbols = prose.match(/[=(){}[\];<>|_]/g)?.length ?? 0;
  return symbols > 6 && symbols / prose.length > 0.05;
}

const endsSentence = /[.!?。！？:;)"”`*]$/u;
const hasUnspacedScript = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u;
