import { type OverlayChanges, openOverlay } from "../../git/overlay/overlay.ts";
import { listTree } from "../../git/read/list-tree.ts";
import { branchCommit, resolveCommit } from "../../git/read/resolve-commit.ts";

type Place = {
  repository: string;
  /** Branch the job works on, and the one it is made from when it does not exist. */
  branch: string;
  from: string;
  signal: AbortSignal;
};

/** What a turn begins with. */
export type Base = {
  baseCommit: string;
  overlay: OverlayChanges;
  /** Files whose kept changes do not fit any more: somebody else has changed them on the branch. */
  dropped: string[];
};

/**
 * The commit a turn is built upon: the tip of its branch. Work that an earlier turn could not put on the branch is laid
 * over it, less what the branch has by now.
 */
export async function chooseBase(
  place: Place,
  kept: { baseCommit: string; overlay: OverlayChanges },
): Promise<Base> {
  const { repository, signal } = place;
  const tip = await resolveCommit(repository, `refs/heads/${place.branch}`, signal);
  const baseCommit = tip ?? (await branchCommit(repository, place.from, signal));
  const { overlay } = kept;
  if (overlay.length === 0 || kept.baseCommit === baseCommit)
    return { baseCommit, overlay, dropped: [] };
  return { baseCommit, ...(await laidOver(repository, { ...kept, onto: baseCommit })) };
}

async function laidOver(
  repository: string,
  kept: { baseCommit: string; overlay: OverlayChanges; onto: string },
): Promise<Pick<Base, "overlay" | "dropped">> {
  const blobsOf = async (commit: string) =>
    new Map((await listTree(repository, commit)).map(({ path, blobId }) => [path, blobId]));
  const [before, now] = [await blobsOf(kept.baseCommit), await blobsOf(kept.onto)];
  const fitting = kept.overlay.filter(({ path }) => before.get(path) === now.get(path));
  // Changes that the branch has by now are none: the overlay leaves them out by itself.
  const overlay = (await openOverlay(repository, kept.onto, kept.overlay)).changes();
  const fits = new Set(fitting.map(({ path }) => path));
  return {
    overlay: overlay.filter(({ path }) => fits.has(path)),
    dropped: overlay.map(({ path }) => path).filter((path) => !fits.has(path)),
  };
}
