import type { Unit } from "../quotable/units.ts";
import { coverage, headingMatch, type Question } from "./question.ts";
import { leansBack, pointsElsewhere, type ScoredUnit } from "./score-unit.ts";

/** What the answer already quotes: its terms, and the numbers of the passages it is from. */
export type Said = { terms: ReadonlySet<string>; passages: ReadonlySet<number> };

/** The one to three units that answer best, most telling first; beside `said` only what brings something new. */
export function pickSentences(question: Question, units: ScoredUnit[], said: Said): Unit[] {
  const ranked = units.toSorted((a, b) => b.score - a.score);
  const picked: Unit[] = [];
  const covered = new Set(said.terms);
  const from = new Set(said.passages);
  for (const unit of ranked) {
    const top = ranked[0]?.score ?? 0;
    if (unit.score < top * weakest || picked.length >= maxUnits) break;
    if (isRepeat(unit, picked) || (from.size > 0 && pointsElsewhere(unit.text))) continue;
    if (from.size > 0 && gain(question, unit, covered) < neededGain(question, unit, from)) continue;
    add(picked, unit, units);
    from.add(unit.passage.n);
    for (const own of picked) for (const term of own.terms) covered.add(term);
  }
  return withSiblings(question, withNextSentences(question, picked, units), units);
}

/** The remark that follows quoted steps or code, when the section is about just what was asked. */
export function pickAfterword(question: Question, units: Unit[], block: BlockPlace): Unit[] {
  if (question.kind !== "steps" && question.kind !== "code") return [];
  const next = units.find((unit) => unit.passage === block.passage && unit.block > block.block);
  if (next?.form !== "sentence" || next.block !== block.block + 1) return [];
  if (next.words > 30 || pointsElsewhere(next.text)) return [];
  return headingMatch(question, next.heading) > aboutJustThis ? [next] : [];
}

type BlockPlace = Pick<Unit, "passage" | "block">;

const aboutJustThis = 0.4;
const maxUnits = 3;
const maxSiblings = 5;
const weakest = 0.45;
const enoughGain = 0.2;
const shortAnswer = 14;
const fullAnswer = 40;

/** Information that the unit adds; a two-part question counts the part nobody has touched in full. */
function gain(question: Question, unit: Unit, covered: ReadonlySet<string>): number {
  const opens =
    question.parts.length > 1 &&
    question.parts.some((part) => part.isDisjointFrom(covered) && !part.isDisjointFrom(unit.terms));
  return coverage(question, unit.terms.difference(covered)) + (opens ? enoughGain : 0);
}

/** Another passage is only brought in for something substantial, or for the other half of the question. */
function neededGain(question: Question, unit: Unit, from: ReadonlySet<number>): number {
  const isNear = from.has(unit.passage.n) || question.parts.length > 1;
  return isNear ? enoughGain : enoughGain * 1.5;
}

function isRepeat(unit: Unit, picked: Unit[]): boolean {
  return picked.some((own) => own === unit || overlap(own.terms, unit.terms) >= 0.75);
}

function overlap(first: ReadonlySet<string>, second: ReadonlySet<string>): number {
  const all = first.union(second).size;
  return all === 0 ? 1 : first.intersection(second).size / all;
}

/** "It restarts." says nothing without the sentence before it. */
function add(picked: Unit[], unit: Unit, units: Unit[]): void {
  picked.push(unit);
  if (unit.form !== "sentence" || !leansBack(unit.text)) return;
  const before = neighbour(unit, units, -1);
  if (before === undefined || isRepeat(before, picked) || picked.length >= maxUnits) return;
  picked.push(before);
}

function neighbour(unit: Unit, units: Unit[], step: 1 | -1): Unit | undefined {
  return units.find(
    (other) =>
      other.passage === unit.passage &&
      other.place === unit.place + step &&
      other.form === "sentence" &&
      other.block === unit.block,
  );
}

/** One short sentence is a thin answer; the docs usually go on with what matters next. */
function withNextSentences(question: Question, picked: Unit[], units: Unit[]): Unit[] {
  const [first] = picked;
  if (first === undefined || first.form !== "sentence") return picked;
  const isNamed = headingMatch(question, first.heading) > aboutJustThis;
  const result = [...picked];
  let last: Unit = first;
  while (result.length < maxUnits) {
    const next = neighbour(last, units, 1);
    if (next === undefined || next.words > 40 || next.text.endsWith(":")) return result;
    const isRelated = isNamed || leansBack(next.text) || coverage(question, next.terms) > 0.1;
    const words = result.reduce((sum, unit) => sum + unit.words, 0);
    const isThin = coverage(question, first.terms) < 0.7 && words < shortAnswer;
    if (isRelated ? words > fullAnswer : !isThin) return result;
    if (!result.includes(next)) result.push(next);
    last = next;
  }
  return result;
}

/** Rows of one table that answer equally well belong together: the limit for a key and the one for an address. */
function withSiblings(question: Question, picked: Unit[], units: Unit[]): Unit[] {
  const row = picked[0];
  if (row?.form !== "row") return picked;
  const least = coverage(question, row.terms) * 0.9;
  const siblings = units.filter(
    (unit) =>
      unit.passage === row.passage &&
      unit.block === row.block &&
      !picked.includes(unit) &&
      least > 0 &&
      coverage(question, unit.terms) >= least,
  );
  return [...picked, ...siblings.slice(0, maxSiblings)];
}
