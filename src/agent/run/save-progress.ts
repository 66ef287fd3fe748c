import type { Log } from "../../lib/log.ts";
import type { Wake } from "../../lib/wake.ts";
import type { Database } from "../../store/database.ts";
import { type Lease, type Saving, saveCheckpoint } from "../../store/jobs/job-queue.ts";
import { JobStop } from "./job-stop.ts";

/** Throws when the job is no longer ours. */
export async function saveProgress(
  deps: { db: Database; wake: Wake; log: Log },
  lease: Lease,
  saving: Saving,
): Promise<void> {
  // A store that cannot be reached is no reason to give a job up: its lease lapses, and it is taken up again.
  const saved = await saveCheckpoint(deps.db, lease, saving).catch((error) => {
    deps.log.error({ err: error, jobId: lease.jobId }, "the progress of a job could not be stored");
    return false;
  });
  if (!saved) throw new JobStop("lost");
  deps.wake.notify(lease.jobId);
}
