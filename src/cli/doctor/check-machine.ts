import { constants, existsSync } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { runGit } from "../../git/run/git.ts";
import { bad, type Finding, note, ok } from "./health-finding.ts";

/** A year in which no machine with a right clock runs this. */
const earliestYear = 2026;

export function checkClock(now: Date): Finding[] {
  const time = `${now.toISOString().slice(0, 16)}Z`;
  if (now.getUTCFullYear() >= earliestYear) return [ok("clock", time)];
  return [
    bad("clock", `${time} is in the past: set the clock, or certificates and keys will fail`),
  ];
}

export async function checkGit(): Promise<Finding[]> {
  const { stdout } = await runGit(["version"]).catch(() => ({ stdout: Buffer.from("") }));
  const [, major = "0", minor = "0"] = /(\d{1,9})\.(\d{1,9})/.exec(stdout.toString()) ?? [];
  const isNew = Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 30);
  if (isNew) return [ok("git", stdout.toString().trim())];
  const advice = "git 2.30 or newer is needed: install it, for example with apt-get install git";
  return [bad("git", advice)];
}

const leastFreeBytes = 500 * 1024 * 1024;

export async function checkDisk(dataFolder: string): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(existingFolder(dataFolder));
  const free = bavail * bsize;
  const text = `${(free / 1024 ** 3).toFixed(1)} GB free in ${dataFolder}`;
  if (free >= leastFreeBytes) return [ok("disk", text)];
  return [bad("disk", `${text}: free some space, or move the folder with --data`)];
}

/** Looking makes nothing: where the data folder is to be, its parent has the same disk. */
function existingFolder(path: string): string {
  const parent = dirname(path);
  return existsSync(path) || parent === path ? path : existingFolder(parent);
}

export async function checkDataFolder(dataFolder: string): Promise<Finding[]> {
  const place = existingFolder(dataFolder);
  const isThere = place === dataFolder;
  const found = await stat(place);
  if (!found.isDirectory())
    return [bad("data", `${place} is a file: choose a folder with --data or DOCENT_DATA`)];
  try {
    await access(place, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const advice = "give it to the user that runs Docent, or choose another with --data";
    return [bad("data", `${place} cannot be written by this user: ${advice}`)];
  }
  if (!isThere) return [note("data", `${dataFolder} is not there yet: "docent serve" makes it`)];
  if ((found.mode & 0o077) !== 0 && process.platform !== "win32")
    return [note("data", `${dataFolder} can be read by others: chmod 700 ${dataFolder}`)];
  return [ok("data", `${dataFolder}, for this user alone`)];
}
