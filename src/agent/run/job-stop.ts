/** Why a job has to stop although nothing is wrong with it. */
export type StopReason = "cancelled" | "lost" | "draining" | "late";

/** Thrown, or given as the reason of an abort, to leave a job from wherever it is. */
export class JobStop extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`the job has to stop: ${reason}`);
    this.name = "JobStop";
    this.reason = reason;
  }
}
