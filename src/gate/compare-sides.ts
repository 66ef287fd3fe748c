import {
  type GateEffect,
  type GateQuestion,
  type GateReport,
  type GateResult,
  gateEffects,
  type SideAnswer,
} from "../contract/gate.ts";
import { AppError } from "../lib/app-error.ts";
import type { RefRevision } from "../search/revision-of-ref.ts";
import { usageOfAnswers } from "../store/answers/usage.ts";
import type { Database } from "../store/database.ts";
import type { Project } from "../store/docs/projects.ts";
import { type AsideAnswer, type AsideStory, askAside } from "./ask-aside.ts";
import { effectsOf } from "./effects-of.ts";
import { createGateBudget, type GateBudget, type Spending } from "./gate-budget.ts";
import { questionKey } from "./questions/question-key.ts";
import { openSidePages, type SidePages } from "./side-pages.ts";
import { hasExpectation } from "./unmet-expectations.ts";

/** What the docs have for a question. */
export type Told = {
  /** How sure it is that they answer it. */
  evidence: string;
  /** What a model is told, in order. Two that have one id are the same passage of the same text. */
  passages: {
    id: string;
    path: string;
    title: string;
    address: string;
    headings: readonly string[];
    text: string;
  }[];
};

export type GateDeps = {
  db: Database;
  story: AsideStory;
  /** What the story goes by. */
  toldFor(asked: { revisionId: string; question: string }): Promise<Told>;
  /** The model that answers readers of a project. `isFree`: it costs nothing and always says the same. */
  modelOf(project: Project): { id: string; isFree: boolean; isPriced: boolean };
  /** Throws when the project has used what it may today. */
  checkCeiling(project: Project): Promise<void>;
};

export type GateInput = {
  project: Project;
  base: RefRevision;
  head: RefRevision;
  questions: GateQuestion[];
  budget: GateBudget;
  /** Whose limits it counts against; "" for nobody's but the project's. */
  keyId?: string;
  onProgress?: (done: number, total: number) => void;
  /** Called as each result is there, and waited for. */
  onResult?: (result: GateResult) => Promise<void>;
};

const askedAtOnce = 4;

/** The story: put the questions in order, ask each on both sides with one model, say what the change did to its answer. */
export async function compareSides(
  deps: GateDeps,
  input: GateInput,
  signal: AbortSignal,
): Promise<GateReport> {
  const { project, base, head } = input;
  const model = deps.modelOf(project);
  const questions = inOrder(input.questions);
  const revisions = { base: base.revisionId, head: head.revisionId };
  const pages = await openSidePages(deps.db, { projectId: project.id, ...revisions });
  const budget = createGateBudget(input.budget, model);
  const asking: Asking = { deps, input, signal, pages, model, budget };
  const results: (GateResult | undefined)[] = questions.map(() => undefined);
  let next = 0;
  let done = 0;
  const work = async () => {
    for (let at = next++; at < questions.length; at = next++) {
      const question = questions[at];
      if (question === undefined || !budget.hasRoom()) return;
      signal.throwIfAborted();
      const result = await resultOf(asking, question);
      await input.onResult?.(result);
      results[at] = result;
      done += 1;
      input.onProgress?.(done, questions.length);
    }
  };
  await Promise.all(Array.from({ length: askedAtOnce }, work));
  const given = results.filter((result) => result !== undefined);
  const left = questions.filter((_, at) => results[at] === undefined);
  return reportOf(asking, given, left);
}

type Asking = {
  deps: GateDeps;
  input: GateInput;
  signal: AbortSignal;
  pages: SidePages;
  model: { id: string; isFree: boolean };
  budget: Spending;
};

/** Those that were written down first, then those that readers ask most; each question once. */
function inOrder(questions: GateQuestion[]): GateQuestion[] {
  const written = questions.filter(isWritten);
  const real = questions.filter((one) => !written.includes(one));
  const sorted = [...written, ...real.toSorted((one, other) => other.asked - one.asked)];
  const known = new Set<string>();
  return sorted.filter(({ question }) => {
    const key = questionKey(question);
    return !known.has(key) && known.add(key);
  });
}

function isWritten(question: GateQuestion): boolean {
  return question.asked === 0 || hasExpectation(question);
}

const notAsked: SideAnswer = { outcome: "not-asked", text: "", citations: [] };

async function resultOf(asking: Asking, question: GateQuestion): Promise<GateResult> {
  const isSame = await isToldTheSame(asking, question.question);
  const sides = isSame ? await askOnce(asking, question) : await askBoth(asking, question);
  const { effects, reasons } = await effectsOf(question, sides, asking.pages);
  return { ...question, ...sides, effects, reasons, isSame };
}

async function isToldTheSame({ deps, input, model }: Asking, question: string): Promise<boolean> {
  const [before, after] = await Promise.all(
    [input.base, input.head].map(async ({ revisionId }) => {
      const told = await deps.toldFor({ revisionId, question });
      return JSON.stringify(model.isFree ? quotedFrom(told) : writtenFrom(told));
    }),
  );
  return before === after;
}

/** The embedded model quotes also what stands around a passage, so it has to be of the same page, to the letter. */
function quotedFrom({ evidence, passages }: Told) {
  return {
    evidence,
    passages: passages.map(({ id, path, title, address }) => [id, path, title, address]),
  };
}

function writtenFrom({ passages }: Told) {
  return passages.map(({ path, headings, text }) => [path, headings, text]);
}

/** What costs something and has no expectation to meet is not asked at all: there is nothing to learn from it. */
async function askOnce(asking: Asking, question: GateQuestion) {
  const isNeeded = asking.model.isFree || hasExpectation(question);
  if (!isNeeded) return { before: notAsked, after: notAsked };
  const answer = await ask(asking, question.question, asking.input.head.revisionId);
  return { before: answer, after: answer };
}

async function askBoth(asking: Asking, { question }: GateQuestion) {
  const { base, head } = asking.input;
  const [before, after] = await Promise.all([
    ask(asking, question, base.revisionId),
    ask(asking, question, head.revisionId),
  ]);
  return { before, after };
}

const failed: SideAnswer = { outcome: "failed", text: "", citations: [] };

async function ask(asking: Asking, question: string, revisionId: string): Promise<SideAnswer> {
  const { deps, input, model, signal } = asking;
  const { project, keyId = "" } = input;
  if (!(await mayAsk(asking))) return failed;
  const from = new Date(Date.now() - clockSlackMs).toISOString();
  try {
    const answer = await askAside(deps.story, { project, question, revisionId, keyId }, signal);
    if (!model.isFree) await noteUse(asking, answer.answerId, from);
    return toSide(answer, model.id);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) return failed;
    throw error;
  }
}

/** A project that has used what it may today is asked nothing more. */
async function mayAsk({ deps, input, model, budget }: Asking): Promise<boolean> {
  if (model.isFree) return true;
  try {
    await deps.checkCeiling(input.project);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    budget.close(error.message);
    return false;
  }
}

const clockSlackMs = 60 * 60_000;

async function noteUse({ deps, input, budget }: Asking, id: string, from: string): Promise<void> {
  const to = new Date(Date.now() + clockSlackMs).toISOString();
  const span = { projectId: input.project.id, ids: [id], from, to };
  const used = (await usageOfAnswers(deps.db, span)).get(id);
  if (used !== undefined) budget.add(used);
}

/** The embedded model stands in for one that is out of reach: that would be another model on one of the sides. */
function toSide(answer: AsideAnswer, modelId: string): SideAnswer {
  const { outcome, text, citations, model } = answer;
  const isStandIn = model !== modelId && citations.length > 0;
  if (outcome === undefined || isStandIn) return failed;
  return { outcome, text, citations };
}

function reportOf(
  { input, model, budget }: Asking,
  results: GateResult[],
  left: GateQuestion[],
): GateReport {
  const counts: Partial<Record<GateEffect, number>> = {};
  for (const effect of gateEffects) {
    const count = results.filter(({ effects }) => effects.includes(effect)).length;
    if (count > 0) counts[effect] = count;
  }
  const isFailed = ({ before, after }: GateResult) =>
    before.outcome === "failed" || after.outcome === "failed";
  return {
    base: input.base.commit,
    head: input.head.commit,
    model: model.id,
    results,
    counts,
    questions: results.length + left.length,
    same: results.filter(({ isSame }) => isSame).length,
    left: left.length,
    leftExpected: budget.isUsedUp() ? left.filter(isWritten).length : 0,
    leftReason: left.length > 0 ? budget.reason() : "",
    failed: results.filter(isFailed).length,
    ...budget.spent(),
  };
}
