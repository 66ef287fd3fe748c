import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../../lib/app-error.ts";

const longestWaitMs = 20_000;
const leftBehindMs = 3_000;
const stepMs = 20;

/** One process after the other works on a file, for moments. What a killed one left behind is cleared away. */
export async function withFileLock<Result>(
  path: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = `${path}.lock`;
  const until = performance.now() + longestWaitMs;
  while (!(await isTaken(lock))) {
    if (await isLeftBehind(lock)) await rm(lock, { force: true });
    else if (performance.now() < until) await wait(stepMs);
    else
      throw new AppError(
        "conflict",
        `Another docent apply writes to ${path}: remove ${lock} where none runs.`,
      );
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function isTaken(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, `${process.pid}\n`, { mode: 0o600, flag: "wx" });
    return true;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return false;
    throw new AppError(
      "invalid_request",
      `${lock} cannot be written: another folder, or other rights, would do.`,
      { cause },
    );
  }
}

/** A process that only sleeps keeps it; one that is of another machine does for a while. */
async function isLeftBehind(lock: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(lock);
    const pid = Number(await readFile(lock, "utf8"));
    return Date.now() - mtimeMs > leftBehindMs && !isRunning(pid);
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
