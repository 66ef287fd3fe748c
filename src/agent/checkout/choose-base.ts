import { type OverlayChange, type OverlayChanges, openOverlay } from "../../git/overlay/overlay.ts";
import { listTree } from "../../git/read/list-tree.ts";
import { branchCommit, resolveCommit } from "../../git/read/resolve-commit.ts";

export type BasePlace = {
  repository: string;
  /** Branch the job works on, and the one it is made from when it does not exist. */
  branch: string;
  from: string;
};

export type Kept = { baseCommit: string; overlay: OverlayChanges };

/** What a turn begins with. `dropped`: files whose kept changes do not fit any more, since somebody else has changed them on the branch. */
export type Base = Kept & { dropped: string[] };

/**
 * The commit a turn is built upon: the tip of its branch. Work that an earlier turn could not put on the branch is laid
 * over it, less what the branch has by now.
 */
export async function chooseBase(place: BasePlace, kept: Kept, signal: AbortSignal): Promise<Base> {
  const { repository } = place;
  const tip = await resolveCommit(repository, `refs/heads/${place.branch}`, signal);
  const baseCommit = tip ?? (await branchCommit(repository, place.from, signal));
  const { overlay } = kept;
  if (overlay.length === 0 || kept.baseCommit === baseCommit)
    return { baseCommit, overlay, dropped: [] };
  const [before, now] = [
    await blobsOf(repository, kept.baseCommit),
    await blobsOf(repository, baseCommit),
  ];
  // Changes that the branch has by now are none: the overlay leaves them out by itself.
  const changes = (await openOverlay(repository, baseCommit, overlay)).changes();
  const fits = ({ path }: OverlayChange) => before.get(path) === now.get(path);
  const dropped = changes.filter((change) => !fits(change)).map(({ path }) => path);
  return { baseCommit, overlay: changes.filter(fits), dropped };
}

export async function blobsOf(repository: string, commit: string): Promise<Map<string, string>> {
  const files = await listTree(repository, commit);
  return new Map(files.map(({ path, blobId }) => [path, blobId]));
}
