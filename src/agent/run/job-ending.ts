import type { JobModelFault } from "../../contract/job-list.ts";
import type { JobEvent } from "../../contract/jobs.ts";
import { AppError } from "../../lib/app-error.ts";
import { ModelFault } from "../../models/calls/model-fault.ts";
import type { HaltReason, Job } from "../../store/jobs/jobs.ts";
import { isStoreFault } from "../../store/store-fault.ts";
import { cutText } from "../../text/bounded.ts";

/** How a job ended, with a sentence for the person who started it. */
export type Ending = {
  reason: HaltReason;
  messageToUser: string;
  pullRequestLink: string;
  /** What was done stands in the branch. Otherwise a further turn goes on with what the job keeps. */
  isKept: boolean;
  /** The branch has work that no change was opened for; absent where that is as it was. */
  unproposed?: boolean;
  /** What its change is called, where it proposed one. */
  changeTitle?: string;
  /** How its model failed, if that ended it. */
  modelFault?: JobModelFault;
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

/** The forge cannot be reached, or takes nothing for a while: the job waits for it. */
export class ForgeAway extends Error {
  readonly retryAfterSeconds: number;

  constructor(cause: AppError) {
    super(cause.message, { cause });
    this.name = "ForgeAway";
    this.retryAfterSeconds = cause.retryAfterSeconds ?? 0;
  }
}

const refusals = new Set<string>(["unauthenticated", "forbidden"]);
const absences = new Set<string>(["unavailable", "rate_limited"]);

/** For whatever talks to a forge: a refusal of our credentials ends a job in its own way. */
export function asForgeRefusal(error: unknown): never {
  const isRefusal = error instanceof AppError && refusals.has(error.code);
  throw isRefusal ? new ForgeRefusal(error) : error;
}

/** For whatever talks to a forge elsewhere, which hides what we may not see, and which may be away. */
export function asForgeFault(error: unknown): never {
  if (error instanceof AppError && error.code === "not_found") throw new ForgeRefusal(error);
  if (error instanceof AppError && absences.has(error.code)) throw new ForgeAway(error);
  return asForgeRefusal(error);
}

/** A repository of which there may be no copy yet: what is wrong with the project's settings is told as it is. */
export function asRepositoryFault(error: unknown): never {
  const cause = error instanceof AppError ? error.cause : undefined;
  const isRefusal =
    cause instanceof AppError && (refusals.has(cause.code) || cause.code === "not_found");
  if (error instanceof AppError && isRefusal) throw new ForgeRefusal(error);
  return asForgeAway(error);
}

/** A forge that is away is waited for; every other error as it is. */
export function asForgeAway(error: unknown): never {
  const isAway = error instanceof AppError && absences.has(error.code);
  throw isAway ? new ForgeAway(error) : error;
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

/** How a job ends that is cancelled before a worker has it, or has it again. */
export function cancelledInQueue({ branch, forgeWait }: Pick<Job, "branch" | "forgeWait">): Ending {
  if (!forgeWait) return cancelledEnding;
  const ending = { ...cancelledEnding, messageToUser: keptByCancelled };
  if (!forgeWait.isPushed) return ending;
  const messageToUser = `The job was cancelled while it waited for the forge. What it had done is on the branch "${branch}"; nothing was proposed.`;
  return { ...ending, messageToUser, isKept: true, unproposed: true };
}

const keptByCancelled =
  "The job was cancelled while it waited for the forge; nothing was proposed. What it had done is kept with this session: a retry proposes it, and a message goes on with it.";

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
  if (error instanceof ForgeAway) return halted("error", error.message);
  if (isStoreFault(error)) return undefined;
  if (!(error instanceof AppError)) return halted("error", unexpected);
  const modelFault = modelFaultOf(error.cause);
  return { ...halted("error", error.message), ...(modelFault && { modelFault }) };
}

const longestFault = 1_000;

function modelFaultOf(cause: unknown): JobModelFault | undefined {
  if (!(cause instanceof ModelFault)) return undefined;
  const { kind, status = null, message } = cause;
  return { kind, status, message: cutText(message, longestFault).replaceAll("\0", "") };
}

function halted(reason: HaltReason, messageToUser: string): Ending {
  return { reason, messageToUser, pullRequestLink: "", isKept: false };
}
