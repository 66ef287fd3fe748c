import { randomUUID } from "node:crypto";
import type { Clock } from "../../lib/clock.ts";
import { findProject } from "../../store/docs/projects.ts";
import { claimJob, type Lease, releaseLease, renewLease } from "../../store/jobs/job-queue.ts";
import type { HaltReason } from "../../store/jobs/jobs.ts";
import { isStoreFault, waitForStore } from "../../store/store-fault.ts";
import { beatKey, queueKey } from "../jobs/follow-job.ts";
import { keepWork } from "../propose/propose.ts";
import { endJob } from "./end-job.ts";
import { type Ending, endingOf, JobStop } from "./job-ending.ts";
import type { Run, RunJobDeps } from "./job-run.ts";
import { forgeAwayOf, waitForForge } from "./wait-for-forge.ts";

export type Worker = {
  /** Takes jobs from now on. */
  start(): void;
  running(): number;
  /** Takes no more jobs, lets running ones end their step within `graceMs`, and hands them back. */
  drain(graceMs: number): Promise<void>;
};

type Deps = RunJobDeps & { onEnd?: (reason: HaltReason, jobId: string) => void };

const pollMs = 1_000;

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
      const stops = { draining: draining.signal, now: stopNow.signal };
      const run = work(deps, { claimed, lease, ...stops });
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

/** Never throws: whatever goes wrong ends in the job's record or, when that cannot be written, in the log. */
async function work(deps: Deps, held: Omit<Run, "project">): Promise<void> {
  const { claimed, lease } = held;
  const cancel = new AbortController();
  const beat = keepLease(deps, lease, cancel);
  const now = AbortSignal.any([cancel.signal, held.now]);
  try {
    const project = await findProject(deps.db, claimed.job.projectId);
    if (project) await runToEnd(deps, { ...held, project, now });
  } catch (error) {
    deps.log.error({ err: error, jobId: lease.jobId }, "the end of a job could not be recorded");
  } finally {
    beat.stop();
  }
}

async function runToEnd(deps: Deps, run: Run): Promise<void> {
  const { project, lease, now } = run;
  const ending = await startJob(deps, run).catch((thrown) => {
    // Whatever an abort made fail, its reason is the abort's.
    const error = now.aborted ? now.reason : thrown;
    deps.log.warn({ err: error, jobId: lease.jobId }, "a job was stopped");
    if (error instanceof JobStop && error.reason === "cancelled") return keepWork(deps, run);
    const away = forgeAwayOf(error);
    if (away) return waitForForge(deps, run, away, error);
    return endingOf(error) ?? handBack(deps, lease, error);
  });
  if (!ending) return;
  const guard = { jobId: lease.jobId, state: "running", leaseOwner: lease.owner } as const;
  if (await endJob(deps, project, guard, ending)) deps.onEnd?.(ending.reason, lease.jobId);
}

/** Most of the agent is loaded by the first job. */
async function startJob(deps: Deps, run: Run): Promise<Ending> {
  const { runJob } = await import("./run-job.ts");
  return runJob(deps, run);
}

async function handBack(deps: Deps, lease: Lease, error: unknown): Promise<undefined> {
  const isOurs = error instanceof JobStop ? error.reason === "draining" : isStoreFault(error);
  if (isOurs) await waitForStore(() => releaseLease(deps.db, lease));
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
