import type { JobSummary } from "../../../../src/contract/job-list.ts";
import type { AgentSession, HaultReason } from "../../../../src/contract/jobs.ts";
import type { Tone } from "../../ui/badge.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { isWaiting } from "./is-waiting.ts";

/** How a job stands, in one word and its colour. */
export type JobLook = { label: string; tone: Tone; icon?: IconName; isLive?: boolean };

/** Of a job's change, what decides how its end looks. */
type Proposed = Pick<NonNullable<JobSummary["change"]>, "state" | "isDraft" | "checksFailed">;

const running: JobLook = { label: "Running", tone: "accent", isLive: true };
const waiting: JobLook = { label: "Waiting", tone: "neutral", icon: "clock" };
const unsound: JobLook = { label: "Checks failed", tone: "warn", icon: "alert" };
const endings: Record<HaultReason, JobLook> = {
  processing: running,
  completed: { label: "Completed", tone: "good", icon: "check" },
  error: { label: "Failed", tone: "bad", icon: "alert" },
  interrupted: { label: "Cancelled", tone: "neutral", icon: "stop" },
  github_missconfigured: { label: "Refused", tone: "warn", icon: "lock" },
};

export function lookOfJob(job: Pick<JobSummary, "state" | "haultReason" | "change">): JobLook {
  if (job.state === "running") return running;
  if (job.state !== "halted") return waiting;
  return lookOfEnding(job.haultReason, job.change);
}

export function lookOfSession(session: AgentSession, change: Proposed | null = null): JobLook {
  if (isWaiting(session)) return waiting;
  return session.haulted ? lookOfEnding(session.haultReason, change) : running;
}

function lookOfEnding(reason: HaultReason, change: Proposed | null): JobLook {
  return reason === "completed" && isUnsound(change) ? unsound : endings[reason];
}

/** An open draft whose checks failed: done, but not to be merged as it is. */
export function isUnsound(change: Proposed | null): boolean {
  return change !== null && change.state === "open" && change.isDraft && change.checksFailed > 0;
}
