import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { Wake } from "../../lib/wake.ts";
import type { Database } from "../../store/database.ts";
import { type Lease, renewLease } from "../../store/jobs/job-queue.ts";
import { beatKey } from "../jobs/wake-keys.ts";
import { JobStop } from "./job-stop.ts";

const leaseMs = 20_000;
const beatMs = 5_000;

type Deps = { db: Database; clock: Clock; wake: Wake; log: Log };

export function leaseEnd(clock: Clock): string {
  return new Date(clock.now().getTime() + leaseMs).toISOString();
}

/** Renews a job's lease until told to stop, and aborts the job when the lease is lost or a person has cancelled it. */
export function keepLease(deps: Deps, lease: Lease, job: AbortController): { stop(): void } {
  const listener = deps.wake.listen(beatKey(lease.jobId));
  let stopped = false;
  const stop = () => {
    stopped = true;
    listener.close();
  };
  void beat();
  return { stop };

  async function beat(): Promise<void> {
    while (!stopped) {
      await listener.wait(beatMs);
      if (stopped) return;
      try {
        const held = await renewLease(deps.db, lease, leaseEnd(deps.clock));
        if (held && !held.cancelRequested) continue;
        job.abort(new JobStop(held ? "cancelled" : "lost"));
        // A cancelled job keeps its lease until its end is written.
        if (!held) stop();
      } catch (error) {
        deps.log.warn({ err: error, jobId: lease.jobId }, "could not renew the lease of a job");
      }
    }
  }
}
