import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../lib/app-error.ts";
import { pause } from "./pause.ts";

const pauseMs = 250;
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
      if (!isContended(error) || Date.now() > end) throw error;
      await removeAbandoned(folder, error);
      await pause(pauseMs, signal);
    }
  }
}

const contended = /\.lock': File exists|cannot lock ref|unable to update local ref/;

function isContended(error: unknown): boolean {
  return contended.test(reasonOf(error));
}

async function removeAbandoned(folder: string, error: unknown): Promise<void> {
  const lock = /'([^'\n]+\.lock)': File exists/.exec(reasonOf(error))?.[1];
  if (!lock?.startsWith(join(folder, "/"))) return;
  const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }));
  if (Date.now() - mtimeMs > abandonedAfterMs) await rm(lock, { force: true });
}

function reasonOf(error: unknown): string {
  return error instanceof AppError && error.cause instanceof Error ? error.cause.message : "";
}
