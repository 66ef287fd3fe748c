import type { JobDetail, JobStep } from "../../contract/job-list.ts";
import type { Actor } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { usageOfSteps } from "../../store/answers/usage.ts";
import type { Database } from "../../store/database.ts";
import { followUpsAfter } from "../../store/jobs/job-messages.ts";
import { questionsOfJob } from "../../store/jobs/job-questions.ts";
import { jobSteps, type TimedStep } from "../../store/jobs/job-steps.ts";
import { listedJob } from "../../store/jobs/listed-jobs.ts";
import { findProof } from "../../store/jobs/proofs.ts";
import { instructionOf } from "../../store/jobs/texts-of.ts";
import { cutText } from "../../text/bounded.ts";
import { summariseJobs, usageFacts } from "./job-summary.ts";
import { type JobAddress, requireReadableJob } from "./require-job.ts";

const longestFollowUp = 10_000;

/** Everything that is known of a job, but for the log of its stream. */
export async function describeJob(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  address: JobAddress,
): Promise<JobDetail> {
  const { project, job } = await requireReadableJob(db, actor, address);
  const listed = await listedJob(db, job.id);
  const now = clock.now().toISOString();
  const jobs = listed ? [listed] : [];
  const [summary] = await summariseJobs(db, project.id, { jobs, now });
  if (!listed || !summary) throw new AppError("not_found", "This project has no such session.");
  const asked = await questionsOfJob(db, job.id);
  const followUps = await followUpsAfter(db, job.id, 0);
  return {
    ...summary,
    messages: job.messages,
    followUps: followUps.map(({ messages, createdAt: sentAt }) => ({
      text: cutText(instructionOf(messages), longestFollowUp),
      sentAt,
    })),
    stepList: await stepsOf(db, job.id),
    modelFault: listed.modelFault,
    acceptance: asked ? { groupId: asked.groupId, questions: asked.questionTexts } : null,
    proof: (await findProof(db, job.id)) ?? null,
  };
}

/** Steps of older releases are known by what they used alone. */
async function stepsOf(db: Database, jobId: string): Promise<JobStep[]> {
  const used = new Map((await usageOfSteps(db, jobId)).map((step) => [step.step, step]));
  const timed = new Map((await jobSteps(db, jobId)).map((step) => [step.step, step]));
  const indexes = [...new Set([...timed.keys(), ...used.keys()])].sort((a, b) => a - b);
  return indexes.map((index) => {
    const step = timed.get(index);
    const usage = used.get(index);
    const { startedAt = null, endedAt = null } = step ?? {};
    const durationMs = step ? durationOf(step) : null;
    const model = step?.model ?? usage?.model ?? "";
    return { index, model, startedAt, endedAt, durationMs, ...usageFacts(usage) };
  });
}

function durationOf({ startedAt, endedAt }: TimedStep): number | null {
  return endedAt === null ? null : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
}
