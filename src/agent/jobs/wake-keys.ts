/** Told when a job was queued or a place for one became free. */
export const queueKey = "jobs";

/** Told when the worker of a job should look at its row before the next beat. */
export function beatKey(jobId: string): string {
  return `${jobId} beat`;
}
