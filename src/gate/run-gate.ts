import type { GateEvent, GateQuestion, GateReport, GateRequest } from "../contract/gate.ts";
import { type Actor, permit } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { RefRevision, RevisionOfRef } from "../search/revision-of-ref.ts";
import { findProject, type Project } from "../store/docs/projects.ts";
import { compareSides, type GateDeps } from "./compare-sides.ts";
import {
  type RealQuestionDeps,
  realQuestions,
  toGateQuestion,
} from "./questions/real-questions.ts";

export type RunGateDeps = GateDeps & RealQuestionDeps & { revisionOfRef: RevisionOfRef };

export type RunGateInput = { projectId: string; request: GateRequest; keyId: string };

/** What a run may hand on before it is read, as one line: only the newest progress counts. */
type Notes = { progress: GateEvent | undefined; wake(): void };

const mostAtOnce = 2;
/** So often a branch is asked for again, so that its docs are not dropped as unused. */
const keepEveryMs = 5 * 60_000;

export type RunGate = (
  actor: Actor,
  input: RunGateInput,
  signal: AbortSignal,
) => Promise<AsyncGenerator<GateEvent>>;

/** Runs gates on this node: one of a project, and few at the same time, since each asks hundreds of questions. */
export function createGateRuns(deps: RunGateDeps): RunGate {
  const running = new Map<string, RunGateInput>();
  return async (actor, input, signal) => {
    const { projectId, request } = input;
    permit(actor, "admin", projectId);
    if (running.has(projectId) || running.size >= mostAtOnce) throw busy();
    running.set(projectId, input);
    const release = () => void (running.get(projectId) === input && running.delete(projectId));
    // A stream that nobody begins to read never comes to its end.
    signal.addEventListener("abort", release, { once: true });
    try {
      const project = await findProject(deps.db, projectId);
      if (!project) throw new AppError("not_found", "There is no such project.");
      const questions = await questionsOf(deps, projectId, request);
      const sides = await openSides(deps, project, request, signal);
      const events = follow(deps, { ...input, project, questions, sides }, signal);
      return released(events, release);
    } catch (error) {
      release();
      throw error;
    }
  };
}

function busy(): AppError {
  return new AppError(
    "rate_limited",
    "A gate is running already. Please try again when it has ended.",
    { retryAfterSeconds: 20 },
  );
}

async function questionsOf(
  deps: RunGateDeps,
  projectId: string,
  { questions, readers, days }: GateRequest,
): Promise<GateQuestion[]> {
  const written = questions.map((one) => ({ ...one, asked: 0 }));
  const real = readers > 0 ? await realQuestions(deps, { projectId, most: readers, days }) : [];
  const all = [...written, ...real.map(toGateQuestion)];
  if (all.length > 0) return all;
  throw new AppError(
    "invalid_request",
    "There is nothing to ask: no question was sent, and no reader asked one in that time.",
  );
}

type Sides = { base: RefRevision; head: RefRevision };

async function openSides(
  deps: RunGateDeps,
  project: Project,
  { base, head }: GateRequest,
  signal: AbortSignal,
): Promise<Sides> {
  const current = { revisionId: project.currentRevisionId ?? "", commit: "the current docs" };
  if (base === "" && current.revisionId === "")
    throw new AppError("conflict", "This project has no docs yet: sync it first.");
  return {
    base: base === "" ? current : await deps.revisionOfRef({ project, ref: base }, signal),
    head: await deps.revisionOfRef({ project, ref: head }, signal),
  };
}

type Run = RunGateInput & { project: Project; questions: GateQuestion[]; sides: Sides };

async function* follow(
  deps: RunGateDeps,
  run: Run,
  signal: AbortSignal,
): AsyncGenerator<GateEvent> {
  const left = new AbortController();
  const until = AbortSignal.any([signal, left.signal]);
  const notes: Notes = { progress: undefined, wake: () => undefined };
  let report: GateReport | undefined;
  const work = compare(deps, run, notes, until).then((given) => {
    report = given;
  });
  const ended = work.finally(() => notes.wake());
  ended.catch(() => undefined);
  try {
    while (report === undefined) {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      notes.wake = resolve;
      if (notes.progress === undefined) await Promise.race([woken, ended]);
      const { progress } = notes;
      notes.progress = undefined;
      if (progress !== undefined) yield progress;
    }
    yield { type: "report", report };
  } finally {
    left.abort(new Error("the reader of the gate has gone"));
  }
}

async function compare(
  deps: RunGateDeps,
  { project, questions, request, sides, keyId }: Run,
  notes: Notes,
  signal: AbortSignal,
): Promise<GateReport> {
  const keep = setInterval(() => {
    for (const ref of [request.base, request.head])
      if (ref !== "") deps.revisionOfRef({ project, ref }, signal).catch(() => undefined);
  }, keepEveryMs);
  try {
    const asked = { project, questions, ...sides, budget: request.budget, keyId };
    const onProgress = (done: number, total: number) => {
      notes.progress = { type: "progress", done, total };
      notes.wake();
    };
    return await compareSides(deps, { ...asked, onProgress }, signal);
  } finally {
    clearInterval(keep);
  }
}

async function* released(
  events: AsyncGenerator<GateEvent>,
  release: () => void,
): AsyncGenerator<GateEvent> {
  try {
    yield* events;
  } finally {
    release();
  }
}
