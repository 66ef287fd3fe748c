import type { DocsTree } from "../../docs/tree/docs-tree.ts";
import { openSite } from "../../docs/tree/open-tree.ts";
import { writeRules } from "../../docs/write/write-rules.ts";
import { type Overlay, type OverlayChanges, openOverlay } from "../../git/overlay/overlay.ts";
import { listEntries } from "../../git/read/list-tree.ts";
import type { CheckoutPlace, CheckoutState } from "./checkout-request.ts";
import type { ReadingMark } from "./reading-mark.ts";
import { watchedOverlay } from "./watched-overlay.ts";

/** The files of a checkout, each of which is known while it is read. */
export type CheckoutFiles = {
  /** As the job has them. */
  overlay: Overlay;
  /** The site as it was when the job began. */
  tree: DocsTree;
  /** Another commit of the repository. `changes`: what is laid over it, with all that the job has changed. */
  at(commit: string, changes?: OverlayChanges): Promise<Overlay>;
  /** Files that were left out, since reading them takes too long. Whoever begins anew clears it. */
  leftOut: Set<string>;
  tooCostly(): string[];
};

export type Opening = {
  place: CheckoutPlace & CheckoutState;
  mark: ReadingMark;
  signal: AbortSignal;
};

export async function openCheckoutFiles({ place, mark, signal }: Opening): Promise<CheckoutFiles> {
  const { repository, base, docsFolder, otherFolders, readOnlyPaths, extraPaths } = place;
  const costly = new Set(place.tooCostly);
  // Those are other files than the ones of that name in a commit.
  const written = new Set(place.changes.map(({ path }) => path));
  const leftOut = new Set<string>();
  const watch = { mark, onLeftOut: (path: string) => void leftOut.add(path) };
  const isCostly = (path: string) => costly.has(path);
  const entries = await listEntries(repository, base, signal);
  const at: CheckoutFiles["at"] = async (commit, changes) => {
    const options = { signal, entries: commit === base ? entries : undefined };
    return watchedOverlay(await openOverlay(repository, commit, changes ?? [], options), {
      ...watch,
      isCostly: changes ? isCostly : (path) => isCostly(path) && !written.has(path),
    });
  };
  const bare = await openOverlay(repository, base, [], { signal, entries });
  const tree = await readSite(bare, place, mark);
  const rules = writeRules({ tree, docsFolders: [docsFolder, ...otherFolders], extraPaths });
  const options = { readOnlyPaths, rules, signal, entries };
  const overlay = watchedOverlay(await openOverlay(repository, base, place.changes, options), {
    ...watch,
    isCostly,
    onWrite(path) {
      costly.delete(path);
      written.add(path);
    },
    onMove(from, to) {
      if (costly.delete(from)) costly.add(to);
      written.add(from).add(to);
    },
  });
  return { overlay, tree, at, leftOut, tooCostly: () => [...costly] };
}

/** Without its settings nobody knows what a job may write: they are never left out. */
async function readSite(
  overlay: Overlay,
  { docsFolder }: CheckoutPlace,
  mark: ReadingMark,
): Promise<DocsTree> {
  const files = watchedOverlay(overlay, {
    mark: { ...mark, set: ({ path }) => mark.set({ how: "open", path }), clear: () => undefined },
    isCostly: () => false,
    onLeftOut: () => undefined,
  });
  const tree = await openSite(files, docsFolder);
  mark.clear();
  return tree;
}
