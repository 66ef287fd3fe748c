import { rm, stat } from "node:fs/promises";
import { join, normalize } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../lib/app-error.ts";
import { wordsOfGit } from "./git-failure.ts";

const pausesMs = [500, 2_000];

/** Repeats what failed for a reason that may pass by itself, a few times. The work must do no harm when repeated. */
export async function persistently<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "unavailable") throw error;
      await pause(pauseMs, signal);
    }
  }
  return work();
}

const lockedPauseMs = 250;
const longestWaitMs = 15_000;
// git holds a lock for as long as it writes refs, never while it waits for a network.
const abandonedAfterMs = 10_000;

/**
 * Repeats work on a mirror while another process has a lock in it, and removes a lock that a killed one left there. For
 * folders of our own alone: in a person's repository only that person knows whether a lock is alive.
 */
export async function retryLocked<T>(
  folder: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const end = Date.now() + longestWaitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!contended.test(wordsOfGit(error)) || Date.now() > end) throw error;
      await removeAbandonedLock(folder, error);
      await pause(lockedPauseMs, signal);
    }
  }
}

const contended = /\.lock': File exists|cannot lock ref|unable to update local ref/;

async function removeAbandonedLock(folder: string, error: unknown): Promise<void> {
  const lock = /'([^'\n]+\.lock)': File exists/.exec(wordsOfGit(error))?.[1];
  if (!lock || !normalize(lock).startsWith(join(folder, "/"))) return;
  const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }));
  if (Date.now() - mtimeMs > abandonedAfterMs) await rm(lock, { force: true });
}

/** Waits a while. An abort ends the wait with its reason. */
async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, signal && { signal }).catch((error) => {
    throw signal?.aborted ? signal.reason : error;
  });
}
