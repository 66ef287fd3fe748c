import type { Database } from "../../store/database.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import { type JobWaits, jobWaits } from "../../store/jobs/jobs.ts";

/** Tells what a job that is queued waits for, in a sentence. */
export type WaitsFor = (job: Pick<Job, "id" | "branch">) => string;

export async function waitsForOf(db: Database, projectId: string): Promise<WaitsFor> {
  const waits = await jobWaits(db, projectId);
  return (job) => sentence(waits, job);
}

function sentence(waits: JobWaits, { id, branch }: Pick<Job, "id" | "branch">): string {
  const { before, lastOf, running } = waits;
  const earlier = before.has(id) ? before.get(id) : lastOf.get(branch);
  if (earlier !== undefined)
    return `Waits for session ${earlier}: it works on the same branch, "${branch}", and jobs on one branch run one after the other.`;
  if (running === 0) return "Waits for a worker to take it.";
  return `Waits for a free worker: ${running === 1 ? "one job is" : `${running} jobs are`} running now.`;
}
