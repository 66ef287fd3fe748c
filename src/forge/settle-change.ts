import { containsCommit, mergeBase, resolveCommit } from "../git/read/resolve-commit.ts";
import type { Clock } from "../lib/clock.ts";
import type { Database } from "../store/database.ts";
import { type ChangePatch, type StoredChange, updateOpenChange } from "../store/jobs/changes.ts";

type Place = { db: Database; clock: Clock; repository: string };

/** Brings an open change up to date with its branches, which people move, merge and delete by hand. */
export async function settleChange(place: Place, change: StoredChange): Promise<StoredChange> {
  if (change.state !== "open") return change;
  const [tip, target] = await Promise.all([
    resolveCommit(place.repository, `refs/heads/${change.head}`),
    resolveCommit(place.repository, `refs/heads/${change.base}`),
  ]);
  const patch = await patchFor(place.repository, change, tip, target);
  if (patch === undefined) return change;
  return updateOpenChange(place.db, change, patch, place.clock.now().toISOString());
}

async function patchFor(
  repository: string,
  change: StoredChange,
  tip: string | undefined,
  target: string | undefined,
): Promise<ChangePatch | undefined> {
  for (const commit of new Set([change.headCommit, tip ?? change.headCommit])) {
    if (await isMerged(repository, change, target, commit))
      return { state: "merged", headCommit: commit };
  }
  if (tip === undefined) return { state: "closed" };
  const parted = target && (await mergeBase(repository, target, tip));
  const baseCommit = parted ?? change.baseCommit;
  if (tip === change.headCommit && baseCommit === change.baseCommit) return undefined;
  return { headCommit: tip, baseCommit };
}

async function isMerged(
  repository: string,
  change: StoredChange,
  target: string | undefined,
  commit: string,
): Promise<boolean> {
  if (target === undefined || commit === change.baseCommit) return false;
  // A deleted branch's commits may be gone for good.
  if ((await resolveCommit(repository, commit)) === undefined) return false;
  return containsCommit(repository, target, commit);
}
