import { AppError } from "../lib/app-error.ts";
import type { Ending } from "./end-job.ts";
import { JobStop } from "./job-stop.ts";

/** The forge does not let us in: the operator has to correct its credentials. */
export class ForgeRefusal extends Error {
  constructor(cause: AppError) {
    super(cause.message, { cause });
    this.name = "ForgeRefusal";
  }
}

export const cancelledEnding: Ending = {
  reason: "interrupted",
  messageToUser: "The job was cancelled before it was done; nothing was proposed.",
  pullRequestLink: "",
};

const late = "The job took longer than 15 minutes and was stopped; nothing was proposed.";
const unexpected =
  "The job failed for a reason on our side; nothing was proposed. The server's log has the details.";

/** How a job ends that did not come to its own end; undefined when it goes on with another worker. */
export function endingOf(error: unknown): Ending | undefined {
  if (error instanceof JobStop) {
    if (error.reason === "cancelled") return cancelledEnding;
    return error.reason === "late" ? halted("error", late) : undefined;
  }
  if (error instanceof ForgeRefusal) return halted("github_missconfigured", error.message);
  return halted("error", error instanceof AppError ? error.message : unexpected);
}

function halted(reason: Ending["reason"], messageToUser: string): Ending {
  return { reason, messageToUser, pullRequestLink: "" };
}
