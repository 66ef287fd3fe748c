import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { costOfJob, runOfJob } from "../store/automations/automation-runs.ts";
import { findAutomation } from "../store/automations/automations.ts";
import type { Database } from "../store/database.ts";
import { spentThisMonth } from "./fire/spent-this-month.ts";

/** Throws when the run that a job is at work for, or its automation in this month, has cost what it may. */
export async function checkRunBudget(
  { db, clock }: { db: Database; clock: Clock },
  jobId: string,
): Promise<void> {
  const run = await runOfJob(db, jobId);
  const automation = run && (await findAutomation(db, run.projectId, run.automationId));
  if (!run || !automation) return;
  const { usdPerRun, usdPerMonth } = automation.spec.limits;
  if (usdPerRun === 0 && usdPerMonth === 0) return;
  const cost = (await costOfJob(db, jobId, run.startedAt ?? run.createdAt)) / 1_000_000;
  if (usdPerRun > 0 && cost >= usdPerRun) throw reached(`a run of it may cost $${usdPerRun}`);
  if (usdPerMonth === 0) return;
  if ((await spentThisMonth(db, automation.id, clock.now().getTime())) >= usdPerMonth)
    throw reached(`its runs of a month may cost $${usdPerMonth}`);
}

function reached(what: string): AppError {
  return new AppError(
    "rate_limited",
    `The automation's budget is used up: ${what}. Raise it, or send the job a message to let it go on.`,
  );
}
