import type { RunResult } from "../../contract/automations.ts";
import {
  costOfJob,
  dropOldRuns,
  runsToSettle,
  type StoredRun,
  updateRun,
} from "../../store/automations/automation-runs.ts";
import { findChange, type StoredChange } from "../../store/jobs/changes.ts";
import { changesOfJobs } from "../../store/jobs/job-changes.ts";
import { findJob, type Job } from "../../store/jobs/jobs.ts";
import { cutText } from "../../text/bounded.ts";
import type { FireDeps } from "../automation-deps.ts";
import { lookAgain } from "./look-again.ts";

const keptRuns = 500;
const keptMs = 90 * 24 * 60 * 60_000;
const longestTold = 1_000;

/** Writes down what came of the runs whose jobs have ended. */
export async function settleRuns(deps: Pick<FireDeps, "db" | "clock">): Promise<void> {
  const { db, clock } = deps;
  for (const run of await runsToSettle(db)) {
    const job = await findJob(db, run.projectId, run.jobId);
    const change = await changeOf(deps, run);
    const result = job ? resultOf(run, job, change) : "failed";
    const now = clock.now();
    await updateRun(db, run, {
      ...{ runState: "ended", result, endedAt: now.toISOString() },
      told: cutText(job?.messageToUser || words[result], longestTold),
      changeNumber: change?.number ?? 0,
      costMicros: await costOfJob(db, run.jobId, run.startedAt ?? run.createdAt),
    });
    await lookAgain(deps, run);
    const before = new Date(now.getTime() - keptMs).toISOString();
    await dropOldRuns(db, run.automationId, { kept: keptRuns, before });
  }
}

async function changeOf(
  { db }: Pick<FireDeps, "db">,
  { projectId, jobId }: StoredRun,
): Promise<StoredChange | undefined> {
  const found = (await changesOfJobs(db, projectId, [jobId])).get(jobId);
  return found && findChange(db, projectId, found.number);
}

function resultOf(run: StoredRun, job: Job, change: StoredChange | undefined): RunResult {
  if (job.haltReason === "interrupted") return "cancelled";
  if (job.haltReason !== "completed") return "failed";
  const before = run.plan?.kind === "follow" ? run.plan.headCommit : "";
  return change && change.headCommit !== before ? "changed" : "nothing";
}

const words: Record<RunResult, string> = {
  changed: "It proposed a change.",
  nothing: "There was nothing to change.",
  failed: "The job is gone.",
  cancelled: "Somebody cancelled it.",
  skipped: "",
};
