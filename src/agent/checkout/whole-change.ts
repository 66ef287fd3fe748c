import type { Overlay, OverlayChange } from "../../git/overlay/overlay.ts";
import { branchCommit, mergeBase } from "../../git/read/resolve-commit.ts";
import type { CheckoutFiles } from "./checkout-files.ts";
import { blobsOf } from "./choose-base.ts";

type ChangePlace = {
  repository: string;
  /** Branch the change is meant for. */
  target: string;
  /** Commit the job works upon. */
  base: string;
  files: Pick<CheckoutFiles, "overlay" | "at">;
};

/** A change as its reviewer will see it: everything the branch has that its target lacks, also from before this job. */
export async function wholeChange(
  place: ChangePlace,
): Promise<{ before: Overlay; after: Overlay }> {
  const { repository, base, files } = place;
  const target = await branchCommit(repository, place.target);
  const start = (await mergeBase(repository, target, base)) ?? base;
  const before = await files.at(start);
  if (start === base) return { before, after: files.overlay };
  const changes = await changesSince(place, start);
  return { before, after: await files.at(start, changes) };
}

/** What is no text (an image somebody added) is left out: it has nothing to check. */
async function changesSince(
  { repository, base, files: { overlay } }: ChangePlace,
  start: string,
): Promise<OverlayChange[]> {
  const [old, now] = [await blobsOf(repository, start), await blobsOf(repository, base)];
  const paths = new Set([...old.keys(), ...now.keys()]);
  const committed = [...paths].filter((path) => old.get(path) !== now.get(path));
  const touched = [...new Set([...committed, ...overlay.changes().map(({ path }) => path)])];
  const present = new Set(overlay.list().map((file) => file.path));
  const changes: OverlayChange[] = touched
    .filter((path) => !present.has(path) && old.has(path))
    .map((path) => ({ path, content: null, mode: "100644" }));
  for await (const file of overlay.readEach(touched.filter((path) => present.has(path))))
    changes.push({ ...file, mode: "100644" });
  return changes;
}
