import { createHash } from "node:crypto";
import type { GateQuestion, GateResult } from "../../contract/gate.ts";
import type { JobProof } from "../../contract/insights/proof.ts";
import { commitWithoutBranch } from "../../git/overlay/commit-overlay.ts";
import { changedFiles } from "../../git/read/diff.ts";
import { branchCommit, mergeBase } from "../../git/read/resolve-commit.ts";
import { AppError } from "../../lib/app-error.ts";
import { embeddedModelId } from "../../models/embedded/embedded-model-id.ts";
import type { RefRevision } from "../../search/revision-of-ref.ts";
import { usageOfJob } from "../../store/answers/usage.ts";
import { questionsOfJob } from "../../store/jobs/job-questions.ts";
import {
  findProof,
  type ProofPlace,
  proofResults,
  saveProof,
  saveProofResult,
} from "../../store/jobs/proofs.ts";
import { docentAuthor } from "../run/docent-author.ts";
import { JobStop } from "../run/job-ending.ts";
import type { Done, Run, RunJobDeps, Work } from "../run/job-run.ts";
import type { Comparison, ProofDeps } from "./proof-deps.ts";
import { isAnswered, proofSentence, readersSentence } from "./proof-sentence.ts";
import { sampleQuestions } from "./sample-questions.ts";
import { shortResult } from "./short-result.ts";
import { withUnasked } from "./with-unasked.ts";

type Deps = Pick<RunJobDeps, "db" | "clock" | "log" | "settings" | "proof">;

/**
 * Asks the questions that a change was made for, and some that readers ask, of the docs without it and with it. It is
 * done once for a state of the docs: killed anywhere, it goes on behind the last question. It never costs the change:
 * what could not be asked is told instead. Undefined: there is nothing to ask.
 */
export async function proveChange(deps: Deps, run: Run, done: Done): Promise<JobProof | undefined> {
  const { proof } = deps;
  if (!proof) return undefined;
  return prove({ ...deps, proof }, run, done).catch((error) => {
    reportFailure(deps, run, error);
    return undefined;
  });
}

async function prove(
  deps: AskDeps,
  run: Run,
  { outcome, ...work }: Done,
): Promise<JobProof | undefined> {
  const asked = await acceptanceQuestions(deps, run);
  const readers = await nearestQuestions(deps, run, { work, asked });
  if (asked.length + readers.length === 0) return undefined;
  const commits = await writeCommits(run, work);
  if (!commits) return undefined;
  const { jobId, head, base } = commits;
  const known = await findProof(deps.db, jobId);
  if (known?.head === head && known.base === base) return known;
  const model = deps.proof.answeringModel(run.project);
  const isTooLate = outcome.limit !== undefined && model !== embeddedModelId;
  const results: Results = { questions: [], readers: [], note: isTooLate ? stopped : "" };
  if (!isTooLate) await askAll(deps, { run, work, commits, asked, readers }, results);
  const shown = toProof({ head, base, model }, results);
  await saveProof(deps.db, jobId, { proof: shown, at: deps.clock.now().toISOString() });
  return shown;
}

const stopped = "The questions were not asked, because the job was stopped at its limit.";

/** The questions that a change was made for and still does not answer, as its model should know before it ends. */
export async function openQuestions(deps: Deps, run: Run, work: Work): Promise<GateResult[]> {
  const { proof } = deps;
  const asked = await acceptanceQuestions(deps, run);
  if (!proof || asked.length === 0) return [];
  const results: Results = { questions: [], readers: [], note: "" };
  try {
    const commits = await writeCommits(run, work);
    if (!commits) return [];
    const revisions = await revisionsOf(proof, { run, commits });
    await askEach({ ...deps, proof }, { run, work, commits, revisions }, asked, results.questions);
  } catch (error) {
    tellFailure(deps, run, error, results);
  }
  return results.questions.filter((result) => !isAnswered(result));
}

type Results = { questions: GateResult[]; readers: GateResult[]; note: string };
type AskDeps = Deps & { proof: ProofDeps };
type Asking = Omit<Place, "revisions"> & { asked: GateQuestion[]; readers: GateQuestion[] };

async function askAll(
  deps: AskDeps,
  { asked, readers, ...place }: Asking,
  results: Results,
): Promise<void> {
  try {
    const revisions = await revisionsOf(deps.proof, place);
    const whole = { ...place, revisions };
    const notes = [
      await askEach(deps, whole, asked, results.questions),
      await askEach(deps, whole, readers, results.readers),
    ];
    results.questions = withUnasked(asked, results.questions);
    results.note = [...new Set(notes)].filter((note) => note !== "").join(" ");
  } catch (error) {
    tellFailure(deps, place.run, error, results);
  }
}

type Place = { run: Run; work: Work; commits: Commits; revisions: Revisions };

/** Each result is stored as it comes, because it has been paid for; what failed may be asked again. Returns why some were not asked. */
async function askEach(
  deps: AskDeps,
  { run, work, commits, revisions }: Place,
  questions: GateQuestion[],
  into: GateResult[],
): Promise<string> {
  const { project } = run;
  const model = deps.proof.answeringModel(project);
  const stored = await proofResults(deps.db, commits);
  const left = questions.filter((question) => !stored.has(keyOf(question, model)));
  const fresh = new Map<string, GateResult>();
  const place = { project, jobId: commits.jobId, step: work.progress.step + 1, ...revisions };
  const onResult = async (result: GateResult) => {
    const gateResult = shortResult(result);
    fresh.set(result.question, gateResult);
    if (result.before.outcome === "failed" || result.after.outcome === "failed") return;
    const question = questions.find((one) => one.question === result.question);
    if (question)
      await saveProofResult(deps.db, commits, { question: keyOf(question, model), gateResult });
  };
  const budget = await budgetOf(deps, work, commits.jobId);
  const asked = { ...place, questions: left, budget, onResult };
  const why = left.length > 0 ? await deps.proof.compare(asked, run.now) : "";
  for (const question of questions) {
    const result = stored.get(keyOf(question, model)) ?? fresh.get(question.question);
    if (result) into.push(result);
  }
  return why;
}

/** What the limits of the job leave. */
async function budgetOf(
  { db, settings: { limits } }: AskDeps,
  { progress }: Work,
  jobId: string,
): Promise<Comparison["budget"]> {
  const used = await usageOfJob(db, jobId, progress.turn.firstStep);
  const { tokens, costMicros } = limits;
  return {
    ...(tokens > 0 && { tokens: Math.max(tokens - used.tokens, 0) }),
    ...(costMicros > 0 && { costUsd: Math.max(costMicros - used.costMicros, 0) / 1_000_000 }),
  };
}

function keyOf(question: GateQuestion, model: string): string {
  return createHash("sha256")
    .update(JSON.stringify([model, question]))
    .digest("hex");
}

/** A proof that fails must not cost the work: the reviewer is told instead. */
function tellFailure(deps: Deps, run: Run, error: unknown, results: Results): void {
  reportFailure(deps, run, error);
  const why = error instanceof AppError ? error.message : "The server's log says why.";
  results.note = `Not all questions could be asked. ${why}`;
}

function reportFailure({ log }: Deps, run: Run, error: unknown): void {
  if (run.now.aborted || error instanceof JobStop) throw error;
  log.warn({ err: error, jobId: run.claimed.job.id }, "the questions of a change were not asked");
}

type Commits = ProofPlace;
type Revisions = { base: RefRevision; head: RefRevision };

/** The docs as the job leaves them, as a commit that no branch holds yet; undefined where it changed nothing. */
async function writeCommits(run: Run, { checkout, progress }: Work): Promise<Commits | undefined> {
  const { job } = run.claimed;
  const { path } = checkout.repository;
  const { baseCommit, turn } = progress;
  const target = await branchCommit(path, job.base, run.now);
  const head = await commitWithoutBranch(path, {
    ...{ base: baseCommit, changes: checkout.docs.changes(), merge: turn.merging ?? undefined },
    ...{ author: docentAuthor, date: new Date(job.createdAt) },
    message: `Docs as session ${job.id} leaves them\n`,
  });
  const base = (await mergeBase(path, target, head)) ?? target;
  return head === base ? undefined : { jobId: job.id, head, base };
}

async function revisionsOf(
  { revisionOfRef }: ProofDeps,
  { run: { project, now }, commits }: { run: Run; commits: Commits },
): Promise<Revisions> {
  const base = await revisionOfRef({ project, ref: commits.base }, now);
  return { base, head: await revisionOfRef({ project, ref: commits.head }, now) };
}

async function acceptanceQuestions({ db }: Deps, run: Run): Promise<GateQuestion[]> {
  const stored = await questionsOfJob(db, run.claimed.job.id);
  const texts = [...new Set(stored?.questionTexts)];
  const plain = { pages: [], words: [], unanswered: false, asked: 0, line: 0 };
  return texts.map((question) => ({ ...plain, question }));
}

type Nearest = { work: Work; asked: GateQuestion[] };

/** What readers ask near the pages that the whole change touches, but for what it was made for. */
async function nearestQuestions(
  { db, settings }: Deps,
  run: Run,
  { work: { checkout, progress }, asked }: Nearest,
): Promise<GateQuestion[]> {
  const { path, docsFolder } = checkout.repository;
  const target = await branchCommit(path, run.claimed.job.base, run.now);
  const start = (await mergeBase(path, target, progress.baseCommit)) ?? target;
  const earlier =
    start === progress.baseCommit ? [] : await changedFiles(path, start, progress.baseCommit);
  const paths = [
    ...checkout.docs.changes().map((change) => change.path),
    ...earlier.flatMap((file) => [file.path, file.oldPath]),
  ];
  if (paths.length === 0) return [];
  const prefix = docsFolder === "" ? "" : `${docsFolder}/`;
  const changedPaths = new Set(
    paths.map((one) => (one.startsWith(prefix) ? one.slice(prefix.length) : one)),
  );
  const found = await sampleQuestions(db, {
    ...{ projectId: run.project.id, changedPaths, most: settings.readersQuestions },
    ...{ repository: { path, docsFolder }, commit: progress.baseCommit },
  });
  const own = new Set(asked.map(({ question }) => question));
  return found.filter(({ question }) => !own.has(question));
}

function toProof(
  place: Pick<JobProof, "head" | "base" | "model">,
  { questions, readers, note }: Results,
): JobProof {
  return {
    ...place,
    sentence: proofSentence(questions),
    questions,
    readers: {
      sentence: readersSentence(readers),
      asked: readers.length,
      same: readers.filter(({ isSame }) => isSame).length,
      changed: readers.filter(({ effects }) => effects.length > 0),
    },
    note,
  };
}
