import type { UsageTotal } from "../../store/answers/usage.ts";
import type { Author } from "./docent-author.ts";
import type { Outcome, Progress } from "./job-progress.ts";
import { titleOf } from "./job-task.ts";

/** What one turn of a job may take. 0: no limit, for tokens and money. */
export type JobLimits = {
  steps: number;
  tokens: number;
  costMicros: number;
  /** Time at work; what it waits for a worker does not count. */
  workMs: number;
  files: number;
  /** Of all files it has written, together. */
  bytes: number;
};

export const defaultJobLimits: JobLimits = {
  steps: 60,
  tokens: 3_000_000,
  costMicros: 0,
  workMs: 30 * 60_000,
  files: 500,
  bytes: 8 * 1024 * 1024,
};

/** What the operator decides about jobs. */
export type JobSettings = {
  limits: JobLimits;
  /** Who makes the commits; undefined: the account of the forge, or Docent. */
  author: Author | undefined;
  /** Files and folders, from the top of the repository, that no job may change. */
  readOnlyPaths: string[];
  /** Tokens of conversation a model is given; older parts of a longer one are shortened. */
  windowTokens: number;
  /** Jobs that run at the same time on one node. */
  atOnce: number;
  /** Questions of readers that a change is measured by before it is proposed; 0: none. */
  readersQuestions: number;
  /** How long a job asks a forge again that is away or takes nothing; each outage counts anew. */
  forgeWaitMs: number;
};

export const defaultJobSettings: JobSettings = {
  limits: defaultJobLimits,
  author: undefined,
  readOnlyPaths: [],
  windowTokens: 150_000,
  atOnce: 2,
  readersQuestions: 20,
  forgeWaitMs: 15 * 60_000,
};

/** The limit a job has reached, in words; undefined while it may go on. */
export function reachedLimit(
  limits: JobLimits,
  progress: Progress,
  used: UsageTotal,
): string | undefined {
  const { turn, overlay } = progress;
  const bytes = overlay.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
  if (progress.step - turn.firstStep >= limits.steps) return `${limits.steps} steps`;
  if (turn.workedMs >= limits.workMs) return minutesOf(limits);
  if (limits.tokens > 0 && used.tokens >= limits.tokens) return `${limits.tokens} tokens`;
  if (limits.costMicros > 0 && used.costMicros >= limits.costMicros)
    return `$${(limits.costMicros / 1_000_000).toFixed(2)} for its model`;
  if (overlay.length >= limits.files) return `${limits.files} changed files`;
  if (bytes >= limits.bytes) return `${Math.round(limits.bytes / 1_000)} kB of changed text`;
  return undefined;
}

export function minutesOf({ workMs }: JobLimits): string {
  return `${Math.round(workMs / 60_000)} minutes`;
}

/** What is proposed of a job that was stopped at a limit: whatever is there. */
export function limitOutcome(instruction: string, limit: string): Outcome {
  return {
    title: titleOf(instruction),
    summary: `The work is not complete: the job was stopped at its limit of ${limit}.`,
    messageToUser: `The job was stopped at its limit of ${limit}. What it had done by then is proposed as a draft; send a message to go on, or start a smaller task.`,
    claims: [],
    limit,
  };
}
