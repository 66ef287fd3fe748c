import { randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { renameOver } from "../../lib/disk/rename-over.ts";
import { runGit } from "../run/git.ts";
import { retryLocked } from "../run/retry.ts";
import { dropBranches } from "./follow-branches.ts";
import { inMirrorTurn, mirrorAgeMs } from "./mirror.ts";

const hourMs = 60 * 60_000;
// Somebody who fetched just now has not looked at what was fetched yet.
const restMs = hourMs / 6;
const unpushedMs = 14 * 24 * hourMs;
const abandonedMs = 7 * 24 * hourMs;

/**
 * Takes out of a mirror what nobody needs: other branches than these and the default one, commits that were not pushed
 * for two weeks (a job makes its commit again), and what many fetches have left behind. Nothing is lost for good: a
 * branch is fetched again on demand.
 */
export async function tidyMirror(
  folder: string,
  { branches, signal }: { branches: ReadonlySet<string>; signal?: AbortSignal },
): Promise<void> {
  const work = async () => {
    if ((await mirrorAgeMs(folder)) < restMs) return;
    await dropOthers(folder, branches);
    await dropUnpushed(folder);
    if (await isScattered(folder)) await repack(folder, signal);
  };
  // A lock of one that was killed would keep it from being put in order for ever.
  await inMirrorTurn(folder, () => retryLocked(folder, work, signal), signal);
}

/** Removes the mirror of a source that is gone, when nobody has fetched into it for a week. */
export async function removeMirror(folder: string): Promise<boolean> {
  return inMirrorTurn(folder, async () => {
    if ((await mirrorAgeMs(folder)) < abandonedMs) return false;
    // Whoever wants the folder from now on makes a new one.
    const aside = `${folder}.building-${randomBytes(6).toString("hex")}`;
    await renameOver(folder, aside);
    await rm(aside, { recursive: true, force: true, maxRetries: 5 });
    return true;
  });
}

async function dropOthers(folder: string, branches: ReadonlySet<string>): Promise<void> {
  const refs = await listRefs(folder, "%(HEAD)%09%(refname:lstrip=2)%09%(objectname)", "heads");
  const others = refs.filter(([head, name = ""]) => head !== "*" && !branches.has(name));
  const named = others.map(([, name = "", id = ""]): [string, string] => [name, id]);
  await dropBranches(folder, named);
}

async function dropUnpushed(folder: string): Promise<void> {
  const refs = await listRefs(folder, "%(refname)%09%(committerdate:unix)", "docent/unpushed");
  const before = (Date.now() - unpushedMs) / 1_000;
  const old = refs.filter(([, seconds]) => Number(seconds) < before);
  const input = old.map(([ref]) => `delete ${ref}\n`).join("");
  if (old.length > 0)
    await runGit(["update-ref", "--no-deref", "--stdin"], { gitDirectory: folder, input });
}

async function listRefs(folder: string, format: string, below: string): Promise<string[][]> {
  const args = ["for-each-ref", `--format=${format}`, `refs/${below}/`];
  const { stdout } = await runGit(args, { gitDirectory: folder });
  const lines = stdout.toString("utf8").split("\n").slice(0, -1);
  return lines.map((line) => line.split("\t"));
}

const mostPacks = 20;
const mostLoose = 1_500;

/** Loose objects are counted in one of their 256 folders. */
async function isScattered(folder: string): Promise<boolean> {
  const packs = await readdir(join(folder, "objects/pack")).catch(() => []);
  if (packs.filter((name) => name.endsWith(".pack")).length > mostPacks) return true;
  const loose = await readdir(join(folder, "objects/17")).catch(() => []);
  return loose.length * 256 > mostLoose;
}

/** What a job is just writing is younger than what may go. */
async function repack(folder: string, signal: AbortSignal | undefined): Promise<void> {
  const timeoutMs = 10 * 60_000;
  await runGit(["gc", "--quiet", "--prune=2.days.ago"], {
    gitDirectory: folder,
    timeoutMs,
    signal,
  });
}
