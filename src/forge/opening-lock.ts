import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import type { Database } from "../store/database.ts";
import { releaseChangeLock, takeChangeLock } from "../store/jobs/change-locks.ts";

type Branch = { db: Database; clock: Clock; projectId: string; head: string };

const heldMs = 20_000;
const renewMs = 5_000;
const pauseMs = 100;
const mostWaitMs = 60_000;

/** Does what opens a pull request for a branch while nobody else does, on any node. */
export async function whileAlone<T>(branch: Branch, work: () => Promise<T>): Promise<T> {
  const { db, clock, projectId, head } = branch;
  const lock = { projectId, head, holder: randomUUID() };
  const take = () => {
    const now = clock.now().getTime();
    const times = { now, heldUntil: now + heldMs };
    return takeChangeLock(db, lock, {
      now: new Date(times.now).toISOString(),
      heldUntil: new Date(times.heldUntil).toISOString(),
    });
  };
  const end = performance.now() + mostWaitMs;
  while (!(await take())) {
    if (performance.now() > end) throw busyError(head);
    await sleep(pauseMs);
  }
  const renewing = setInterval(() => void take().catch(() => undefined), renewMs);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await releaseChangeLock(db, lock);
  }
}

function busyError(head: string): AppError {
  return new AppError(
    "unavailable",
    `A pull request for "${head}" is being opened elsewhere. Try again in a moment.`,
  );
}
