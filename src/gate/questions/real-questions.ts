import type { GateQuestion } from "../../contract/gate.ts";
import { type FirstQuestion, firstQuestions } from "../../store/answers/first-questions.ts";
import type { Database } from "../../store/database.ts";
import { terms } from "../../text/terms.ts";
import { questionKey } from "./question-key.ts";
import { stripIdentity } from "./strip-identity.ts";

export type RealQuestionDeps = {
  db: Database;
  clock: { now(): Date };
  /** Turns a question into a vector of length 1; the closer two are in meaning, the larger their product. */
  embed(question: string): Float32Array;
};

/** What readers ask, without who they are. */
export type RealQuestion = {
  question: string;
  /** How often, in these or other words. */
  asked: number;
  /** Pages that sure answers cite, the most cited first; none where one of them was thumbed down. */
  pages: string[];
};

export type RealQuestionInput = { projectId: string; most: number; days: number };

const mostRead = 20_000;
/** Distinct questions that are compared with each other by meaning, the most asked first. */
const mostCompared = 2_000;
const sameMeaning = 0.93;
const fewestCharacters = 8;
const longestQuestion = 500;
const mostPages = 3;
const dayMs = 86_400_000;

/** What readers asked, each question once however it was worded, the most asked first. */
export async function realQuestions(
  deps: RealQuestionDeps,
  { projectId, most, days }: RealQuestionInput,
): Promise<RealQuestion[]> {
  const from = new Date(deps.clock.now().getTime() - days * dayMs).toISOString();
  const rows = await firstQuestions(deps.db, { projectId, from, most: mostRead });
  const byWords = groupByWords(rows).toSorted(byCount);
  const groups = joinByMeaning(byWords.slice(0, mostCompared), deps.embed).toSorted(byCount);
  return groups.slice(0, most).map(({ question, rows: own }) => {
    return { question, asked: own.length, pages: pagesOf(own) };
  });
}

/** As the gate asks it: nobody has written down what its answer has to be. */
export function toGateQuestion({ question, asked }: RealQuestion): GateQuestion {
  return { question, pages: [], words: [], unanswered: false, asked, line: 0 };
}

type Group = { question: string; rows: FirstQuestion[] };

function byCount(one: Group, other: Group): number {
  return other.rows.length - one.rows.length || (one.question < other.question ? -1 : 1);
}

/** Questions of the same words in any order are one; it is shown as it is asked most often. */
function groupByWords(rows: FirstQuestion[]): Group[] {
  const groups = new Map<string, { rows: FirstQuestion[]; forms: Map<string, number> }>();
  for (const row of rows) {
    const question = stripIdentity(row.question);
    if (question.length < fewestCharacters || question.length > longestQuestion) continue;
    const words = [...new Set(terms(question))].toSorted().join(" ");
    const key = words === "" ? questionKey(question) : words;
    const group = groups.get(key) ?? { rows: [], forms: new Map<string, number>() };
    groups.set(key, group);
    group.rows.push(row);
    group.forms.set(question, (group.forms.get(question) ?? 0) + 1);
  }
  return [...groups.values()].map(({ rows: own, forms }) => {
    const [first] = [...forms].toSorted(
      (one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1),
    );
    return { question: first?.[0] ?? "", rows: own };
  });
}

/** A question joins the first one that asks for the same; the most asked come first, so theirs are the words that stay. */
function joinByMeaning(groups: Group[], embed: RealQuestionDeps["embed"]): Group[] {
  const kept: (Group & { vector: Float32Array })[] = [];
  for (const group of groups) {
    const vector = embed(group.question);
    const same = kept.find((one) => product(one.vector, vector) >= sameMeaning);
    if (same === undefined) kept.push({ ...group, rows: [...group.rows], vector });
    else same.rows.push(...group.rows);
  }
  return kept;
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

function pagesOf(rows: FirstQuestion[]): string[] {
  if (rows.some(({ rating }) => rating === "down")) return [];
  const sure = rows.filter(({ outcome }) => outcome === "answered");
  const counts = new Map<string, number>();
  for (const { citations } of sure) {
    const paths = new Set(citations.filter(({ supported }) => supported).map(({ path }) => path));
    for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  const usual = [...counts].filter(([, count]) => count * 2 >= sure.length);
  const sorted = usual.toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  return sorted.slice(0, mostPages).map(([path]) => path);
}
