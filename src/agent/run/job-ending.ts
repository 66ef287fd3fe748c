import type { JobEvent } from "../../contract/jobs.ts";
import { AppError } from "../../lib/app-error.ts";
import type { HaltReason } from "../../store/jobs/jobs.ts";

/** How a job ended, with a sentence for the person who started it. */
export type Ending = {
  reason: HaltReason;
  messageToUser: string;
  pullRequestLink: string;
  /** What was done stands in the branch. Otherwise a further turn goes on with what the job keeps. */
  isKept: boolean;
  /** The branch has work that no change was opened for; absent where that is as it was. */
  unproposed?: boolean;
  /** What the stream says before its last events. */
  events?: JobEvent[];
};

/** Why a job has to stop although nothing is wrong with it. */
type StopReason = "cancelled" | "lost" | "draining" | "late";

/** Thrown, or given as the reason of an abort, to leave a job from wherever it is. */
export class JobStop extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`the job has to stop: ${reason}`);
    this.name = "JobStop";
    this.reason = reason;
  }
}

/** The forge does not let us in: the operator has to correct its credentials. */
export class ForgeRefusal extends Error {
  constructor(cause: AppError) {
    super(cause.message, { cause });
    this.name = "ForgeRefusal";
  }
}

/** For whatever talks to a forge: a refusal of our credentials ends a job in its own way. */
export function asRefusal(error: unknown): never {
  const isRefusal =
    error instanceof AppError && (error.code === "unauthenticated" || error.code === "forbidden");
  throw isRefusal ? new ForgeRefusal(error) : error;
}

/** The work is on its branch, and could not be proposed. */
export class Unproposed extends Error {
  constructor(cause: unknown) {
    super("the work of a job could not be proposed", { cause });
    this.name = "Unproposed";
  }
}

export const cancelledEnding: Ending = {
  reason: "interrupted",
  messageToUser: "The job was cancelled before it was done; nothing was proposed.",
  pullRequestLink: "",
  isKept: false,
};

const unexpected =
  "The job failed for a reason on our side; nothing was proposed. The server's log has the details.";

/** How a job ends that did not come to its own end; undefined when it goes on with another worker. */
export function endingOf(error: unknown): Ending | undefined {
  if (error instanceof JobStop) return error.reason === "cancelled" ? cancelledEnding : undefined;
  if (error instanceof Unproposed) {
    const ending = endingOf(error.cause);
    return ending && { ...ending, isKept: true, unproposed: true };
  }
  if (error instanceof ForgeRefusal) return halted("github_missconfigured", error.message);
  return halted("error", error instanceof AppError ? error.message : unexpected);
}

function halted(reason: HaltReason, messageToUser: string): Ending {
  return { reason, messageToUser, pullRequestLink: "", isKept: false };
}
