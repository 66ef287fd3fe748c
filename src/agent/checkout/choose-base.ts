import { type OverlayChange, type OverlayChanges, openOverlay } from "../../git/overlay/overlay.ts";
import { listTree } from "../../git/read/list-tree.ts";
import { branchCommit, resolveCommit } from "../../git/read/resolve-commit.ts";
import { type PreparedMerge, prepareMerge } from "../../git/write/prepare-merge.ts";
import type { Merging } from "../../store/jobs/job-turns.ts";

export type BasePlace = {
  repository: string;
  /** Branch the job works on, and the one it is made from when it does not exist. */
  branch: string;
  from: string;
  /** `from` is brought into the branch: the turn is about what does not merge by itself. */
  merges?: boolean;
};

export type Kept = { baseCommit: string; overlay: OverlayChanges };

/** What a turn begins with. `dropped`: files whose kept changes do not fit any more, since somebody else has changed them on the branch. */
export type Base = Kept & { dropped: string[]; merging: Merging | null };

/**
 * The commit a turn is built upon: the tip of its branch. Work that an earlier turn could not put on the branch is laid
 * over it, less what the branch has by now.
 */
export async function chooseBase(place: BasePlace, kept: Kept, signal: AbortSignal): Promise<Base> {
  const { repository } = place;
  const tip = await resolveCommit(repository, `refs/heads/${place.branch}`, signal);
  const merge = tip && place.merges ? await mergeOf(place, tip, signal) : undefined;
  const baseCommit = merge?.commit ?? tip ?? (await branchCommit(repository, place.from, signal));
  const merging = merge ? mergingOf(merge) : null;
  const { overlay } = kept;
  if (overlay.length === 0 || kept.baseCommit === baseCommit)
    return { baseCommit, overlay, dropped: [], merging };
  // A merge that was prepared on another machine, or long ago, is on no branch.
  if (!(await resolveCommit(repository, kept.baseCommit, signal)))
    return { baseCommit, overlay: [], dropped: overlay.map(({ path }) => path), merging };
  const [before, now] = [
    await blobsOf(repository, kept.baseCommit),
    await blobsOf(repository, baseCommit),
  ];
  // Changes that the branch has by now are none: the overlay leaves them out by itself.
  const changes = (await openOverlay(repository, baseCommit, overlay)).changes();
  const fits = ({ path }: OverlayChange) => before.get(path) === now.get(path);
  const dropped = changes.filter((change) => !fits(change)).map(({ path }) => path);
  return { baseCommit, overlay: changes.filter(fits), dropped, merging };
}

async function mergeOf(
  { repository, branch, from }: BasePlace,
  headCommit: string,
  signal: AbortSignal,
): Promise<PreparedMerge | undefined> {
  const target = await branchCommit(repository, from, signal);
  return prepareMerge(repository, { head: branch, base: from, headCommit, target });
}

const mostTold = 100;

function mergingOf({ head, target, conflicts, marked }: PreparedMerge): Merging {
  return { head, target, conflicts: conflicts.slice(0, mostTold), marked };
}

export async function blobsOf(repository: string, commit: string): Promise<Map<string, string>> {
  const files = await listTree(repository, commit);
  return new Map(files.map(({ path, blobId }) => [path, blobId]));
}
