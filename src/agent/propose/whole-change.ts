import { type Overlay, type OverlayChange, openOverlay } from "../../git/overlay/overlay.ts";
import { listTree } from "../../git/read/list-tree.ts";
import { mergeBase } from "../../git/read/merge-base.ts";
import { branchCommit } from "../../git/read/resolve-commit.ts";

export type ChangePlace = {
  repository: string;
  /** Branch the change is meant for. */
  target: string;
  /** Commit the job works upon. */
  base: string;
  overlay: Overlay;
};

/** A change as its reviewer will see it: everything the branch has that its target lacks, also from before this job. */
export async function wholeChange(
  place: ChangePlace,
): Promise<{ before: Overlay; after: Overlay }> {
  const { repository, base, overlay } = place;
  const target = await branchCommit(repository, place.target);
  const start = (await mergeBase(repository, target, base)) ?? base;
  const before = await openOverlay(repository, start, []);
  if (start === base) return { before, after: overlay };
  const changes = await changesBetween(place, start);
  return { before, after: await openOverlay(repository, start, changes) };
}

/** What is no text (an image somebody added) is left out: it has nothing to check. */
async function changesBetween(
  { repository, base, overlay }: ChangePlace,
  start: string,
): Promise<OverlayChange[]> {
  const [old, now] = [await listTree(repository, start), await listTree(repository, base)];
  const oldBlobs = new Map(old.map((file) => [file.path, file.blobId]));
  const paths = new Set([...old, ...now].map((file) => file.path));
  const nowBlobs = new Map(now.map((file) => [file.path, file.blobId]));
  const committed = [...paths].filter((path) => oldBlobs.get(path) !== nowBlobs.get(path));
  const touched = new Set([...committed, ...overlay.changes().map((change) => change.path)]);
  const present = new Set(overlay.list().map((file) => file.path));
  const changes: OverlayChange[] = [...touched]
    .filter((path) => !present.has(path) && oldBlobs.has(path))
    .map((path) => ({ path, content: null, mode: "100644" }));
  const kept = [...touched].filter((path) => present.has(path));
  for await (const { path, content } of overlay.readEach(kept))
    changes.push({ path, content, mode: "100644" });
  return changes;
}
