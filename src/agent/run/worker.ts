import { randomUUID } from "node:crypto";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { findProject } from "../../store/docs/projects.ts";
import {
  type ClaimedJob,
  claimJob,
  type Lease,
  releaseLease,
  renewLease,
} from "../../store/jobs/job-queue.ts";
import type { HaltReason } from "../../store/jobs/jobs.ts";
import { beatKey, queueKey } from "../jobs/follow-job.ts";
import { keepWork } from "../propose/propose.ts";
import { endJob } from "./end-job.ts";
import { type Ending, endingOf, JobStop } from "./job-ending.ts";
import type { Run, RunJobDeps } from "./job-run.ts";
import { runJob } from "./run-job.ts";

export type Worker = {
  /** Takes jobs from now on. */
  start(): void;
  running(): number;
  /** Takes no more jobs, lets running ones end their step within `graceMs`, and hands them back. */
  drain(graceMs: number): Promise<void>;
};

type Deps = RunJobDeps & { onEnd?: (reason: HaltReason) => void };

const pollMs = 1_000;
// A step that was begun so often without ending takes the process down with it, or nearly.
const mostAttempts = 30;
const hopeless =
  "The server stopped again and again while it worked on this job, so it was given up; nothing was proposed.";

/** Claims jobs and runs them, a few at a time, until told to stop. */
export function createWorker(deps: Deps): Worker {
  const running = new Set<Promise<void>>();
  const draining = new AbortController();
  const stopNow = new AbortController();
  const listener = deps.wake.listen(queueKey);
  let claiming: Promise<void> | undefined;

  async function claimJobs(): Promise<void> {
    while (!draining.signal.aborted) {
      if (running.size < deps.settings.atOnce && (await claimOne())) continue;
      await listener.wait(pollMs);
    }
  }

  async function claimOne(): Promise<boolean> {
    const claim = { owner: randomUUID(), now: deps.clock.now().toISOString() };
    try {
      const claimed = await claimJob(deps.db, { ...claim, leaseExpiresAt: leaseEnd(deps.clock) });
      if (!claimed) return false;
      const lease = { jobId: claimed.job.id, owner: claim.owner };
      const run = work(deps, claimed, lease, { draining: draining.signal, now: stopNow.signal });
      running.add(run);
      run.finally(() => {
        running.delete(run);
        deps.wake.notify(queueKey);
      });
      return true;
    } catch (error) {
      deps.log.warn({ err: error }, "could not look for jobs");
      return false;
    }
  }

  return {
    start() {
      claiming ??= claimJobs();
    },
    running: () => running.size,
    async drain(graceMs) {
      draining.abort();
      listener.close();
      const timer = setTimeout(() => stopNow.abort(new JobStop("draining")), graceMs);
      await claiming;
      await Promise.all(running);
      clearTimeout(timer);
    },
  };
}

type Stops = { draining: AbortSignal; now: AbortSignal };

/** Never throws: whatever goes wrong ends in the job's record or, when that cannot be written, in the log. */
async function work(deps: Deps, claimed: ClaimedJob, lease: Lease, stops: Stops): Promise<void> {
  const cancel = new AbortController();
  const beat = keepLease(deps, lease, cancel);
  const signal = AbortSignal.any([cancel.signal, stops.now]);
  try {
    await runToEnd(deps, claimed, lease, { ...stops, now: signal });
  } catch (error) {
    deps.log.error({ err: error, jobId: lease.jobId }, "the end of a job could not be recorded");
  } finally {
    beat.stop();
  }
}

async function runToEnd(
  deps: Deps,
  claimed: ClaimedJob,
  lease: Lease,
  stops: Stops,
): Promise<void> {
  const project = await findProject(deps.db, claimed.job.projectId);
  if (!project) return;
  const run = { claimed, project, lease, ...stops };
  const ending = await runOnce(deps, run).catch((thrown) => {
    // Whatever an abort made fail, its reason is the abort's.
    const error = stops.now.aborted ? stops.now.reason : thrown;
    deps.log.warn({ err: error, jobId: lease.jobId }, "a job was stopped");
    if (error instanceof JobStop && error.reason === "cancelled") return keepWork(deps, run);
    return endingOf(error) ?? handBack(deps, lease, error);
  });
  if (!ending) return;
  const guard = { jobId: lease.jobId, state: "running", leaseOwner: lease.owner } as const;
  if (await endJob(deps, project, guard, ending)) deps.onEnd?.(ending.reason);
}

async function runOnce(deps: Deps, run: Run): Promise<Ending> {
  if (run.claimed.progress.attempt > mostAttempts) throw new AppError("conflict", hopeless);
  return runJob(deps, run);
}

async function handBack(deps: Deps, lease: Lease, error: unknown): Promise<undefined> {
  if (error instanceof JobStop && error.reason === "draining") await releaseLease(deps.db, lease);
}

const leaseMs = 20_000;
const beatMs = 5_000;

function leaseEnd(clock: Clock): string {
  return new Date(clock.now().getTime() + leaseMs).toISOString();
}

/** Renews a job's lease until told to stop, and aborts the job when the lease is lost or a person has cancelled it. */
function keepLease(deps: RunJobDeps, lease: Lease, job: AbortController): { stop(): void } {
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
