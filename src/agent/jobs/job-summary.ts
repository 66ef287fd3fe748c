import type { JobSummary } from "../../contract/job-list.ts";
import { type TokenSums, usageOfJobs } from "../../store/answers/usage.ts";
import type { Database } from "../../store/database.ts";
import { changesOfJobs, type JobChange } from "../../store/jobs/job-changes.ts";
import { workedMs } from "../../store/jobs/jobs.ts";
import type { ListedJob } from "../../store/jobs/listed-jobs.ts";
import { waitsForOf, wordsOf } from "./session.ts";

/** Jobs as lists show them, with three questions for all of them together. */
export async function summariseJobs(
  db: Database,
  projectId: string,
  { jobs, now }: { jobs: ListedJob[]; now: string },
): Promise<JobSummary[]> {
  const ids = jobs.map(({ id }) => id);
  const used = await usageOfJobs(db, ids);
  const changes = await changesOfJobs(db, projectId, ids);
  const isAnyQueued = jobs.some(({ state }) => state === "queued");
  const waitsFor = isAnyQueued ? await waitsForOf(db, projectId) : () => "";
  return jobs.map((job) => ({
    ...plainFacts(job),
    messageToUser: wordsOf(job, waitsFor(job)),
    change: changeOf(changes.get(job.id)),
    durationMs: workedMs(job, now),
    ...usageFacts(used.get(job.id)),
  }));
}

function plainFacts(job: ListedJob) {
  const { id: sessionId, haltReason, haltedAt: endedAt, step: steps, state, forgeWait } = job;
  const { title, instruction, branch, base, model, asDraft, pullRequestLink, todos } = job;
  const { createdAt, startedAt, startedBy } = job;
  return {
    ...{ sessionId, title, instruction, branch, base, model, asDraft },
    state: state === "queued" && forgeWait ? ("waiting" as const) : state,
    haultReason: haltReason === "" ? ("processing" as const) : haltReason,
    ...{ pullRequestLink, todos, createdAt, startedAt, endedAt, steps, startedBy },
  };
}

function changeOf(change: JobChange | undefined): JobSummary["change"] {
  if (!change) return null;
  const { number, state, draft: isDraft, checks } = change;
  return { number, state, isDraft, checksFailed: checks.filter(({ passed }) => !passed).length };
}

/** What a model used, as people count it. */
export function usageFacts(sums: TokenSums | undefined) {
  if (!sums) return { inputTokens: 0, outputTokens: 0, costUsd: 0 };
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens, costMicros } = sums;
  return {
    inputTokens: Number(inputTokens) + Number(cacheReadTokens) + Number(cacheWriteTokens),
    outputTokens: Number(outputTokens),
    costUsd: Number(costMicros) / 1_000_000,
  };
}
