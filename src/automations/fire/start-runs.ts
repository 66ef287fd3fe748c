import { AppError } from "../../lib/app-error.ts";
import type { RunPlan } from "../../store/automation-tables.ts";
import {
  claimRuns,
  openChangesOf,
  type StoredRun,
  updateRun,
} from "../../store/automations/automation-runs.ts";
import { findAutomation, type StoredAutomation } from "../../store/automations/automations.ts";
import { findFollowUpByKey } from "../../store/jobs/job-messages.ts";
import { findJobByKey } from "../../store/jobs/jobs.ts";
import type { FireDeps } from "../automation-deps.ts";
import { outlookOf } from "./hold-reason.ts";
import { lookAgain } from "./look-again.ts";
import { runMessages } from "./run-messages.ts";

const claimMs = 60_000;
const beatMs = 20_000;
const atOnce = 20;
const retryMs = 5 * 60_000;
const givesUpMs = 24 * 60 * 60_000;

/** Starts the jobs of runs that wait. What a killed process had begun is ended by another one as it was meant. */
export async function startRuns(deps: FireDeps, signal?: AbortSignal): Promise<void> {
  const now = deps.clock.now().getTime();
  const claim = { now: iso(now), until: iso(now + claimMs), limit: atOnce };
  for (const run of await claimRuns(deps.db, claim)) {
    if (signal?.aborted) return;
    await beating(deps, run, () => start(deps, run)).catch((error) => putOff(deps, run, error));
  }
}

/** Keeps a run while it is worked on: a repository may take minutes to fetch. */
async function beating(
  { db, clock, log }: FireDeps,
  run: StoredRun,
  work: () => Promise<void>,
): Promise<void> {
  const timer = setInterval(() => {
    const claimedUntil = iso(clock.now().getTime() + claimMs);
    updateRun(db, run, { claimedUntil }).catch((err) => log.debug({ err }, "a claim ran out"));
  }, beatMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

async function start(deps: FireDeps, run: StoredRun): Promise<void> {
  const { db } = deps;
  const automation = await findAutomation(db, run.projectId, run.automationId);
  if (!automation || (automation.automationState === "deleted" && !run.plan))
    return end(deps, run, { result: "skipped", told: "The automation was deleted." });
  const planned = run.plan ? { ...run, plan: run.plan } : await plan(deps, automation, run);
  if (!planned) return;
  const jobId = await carryOut(deps, automation, planned);
  if (jobId === undefined) return;
  await updateRun(db, run, { runState: "working", jobId, told: "", claimedUntil: "" });
}

type Planned = StoredRun & { plan: RunPlan };

/** Decides, and writes that down before anything is done. Undefined: it is held back. */
async function plan(
  deps: FireDeps,
  automation: StoredAutomation,
  run: StoredRun,
): Promise<Planned | undefined> {
  const { db } = deps;
  const nowMs = deps.clock.now().getTime();
  const { follows, hold } = await outlookOf(db, automation, run, nowMs);
  if (hold) {
    const held = { notBefore: iso(hold.untilMs), told: hold.reason, claimedUntil: "" };
    await updateRun(db, run, held);
    return undefined;
  }
  const decided: RunPlan = follows
    ? { kind: "follow", jobId: follows.jobId, headCommit: follows.headCommit }
    : { kind: "start" };
  const startedAt = iso(nowMs);
  const isWritten = await updateRun(db, run, { plan: decided, startedAt, told: "" });
  return isWritten ? { ...run, plan: decided, startedAt } : undefined;
}

/** The job that it is done by. Undefined: it has to be planned anew. */
async function carryOut(
  deps: FireDeps,
  automation: StoredAutomation,
  run: Planned,
): Promise<string | undefined> {
  const { db } = deps;
  const { projectId, plan } = run;
  const key = `automation-${run.id}`;
  if (plan.kind === "start") {
    const known = await findJobByKey(db, { projectId, idempotencyKey: key, createdSince: "" });
    return known?.id ?? startJob(deps, automation, { run, key });
  }
  const { jobId } = plan;
  if (await findFollowUpByKey(db, { jobId, idempotencyKey: key, createdSince: "" })) return jobId;
  const open = await openChangesOf(db, automation);
  if (!open.some((change) => change.jobId === jobId)) {
    // Somebody merged or closed it meanwhile.
    await updateRun(db, run, { plan: null, claimedUntil: "" });
    return undefined;
  }
  await deps.followUp({
    projectId,
    jobId,
    key,
    messages: await runMessages(deps, automation, run),
  });
  return jobId;
}

async function startJob(
  deps: FireDeps,
  automation: StoredAutomation,
  { run, key }: { run: StoredRun; key: string },
): Promise<string> {
  const { spec, projectId } = automation;
  return deps.startJob({
    ...{ projectId, key, asDraft: spec.asDraft, model: spec.model },
    messages: await runMessages(deps, automation, run),
    startedBy: `the automation ${spec.name}`,
    groupId: run.material.kind === "group" ? run.material.groupId : "",
  });
}

/** What is out of reach is tried again for a day; what is refused is a run that failed. */
async function putOff(deps: FireDeps, run: StoredRun, error: unknown): Promise<void> {
  const { log, clock } = deps;
  const nowMs = clock.now().getTime();
  const isExpected = error instanceof AppError;
  if (!isExpected) log.warn({ err: error, runId: run.id }, "a run of an automation did not start");
  const reason = isExpected ? error.message : "Something went wrong: the server's log says what.";
  const isAway = !isExpected || error.code === "unavailable" || error.code === "rate_limited";
  if (!isAway || nowMs - Date.parse(run.createdAt) > givesUpMs)
    return end(deps, run, { result: "failed", told: reason });
  const notBefore = iso(nowMs + retryMs);
  await updateRun(deps.db, run, { notBefore, claimedUntil: "", told: `Is tried again: ${reason}` });
}

async function end(
  deps: FireDeps,
  run: StoredRun,
  ending: Pick<StoredRun, "result" | "told">,
): Promise<void> {
  const endedAt = deps.clock.now().toISOString();
  await updateRun(deps.db, run, { ...ending, runState: "ended", endedAt, claimedUntil: "" });
  await lookAgain(deps, run);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
