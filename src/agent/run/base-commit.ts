import { type EditedRepository, fetchRepository } from "../../forge/edited-repository.ts";
import {
  type Overlay,
  type OverlayChange,
  type OverlayChanges,
  openOverlay,
} from "../../git/overlay/overlay.ts";
import { requireJobBranch } from "../../git/read/branch-name.ts";
import { listTree } from "../../git/read/list-tree.ts";
import { branchCommit, mergeBase, resolveCommit } from "../../git/read/resolve-commit.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import { asForgeFault } from "./job-ending.ts";
import type { Turn } from "./job-progress.ts";

const fetchTimeoutMs = 5 * 60_000;

/** Brings a mirror up to date. */
export async function prepareRepository(
  repository: EditedRepository,
  { branch, base }: Pick<Job, "branch" | "base">,
  signal?: AbortSignal,
): Promise<void> {
  const options = { branches: [branch, base], timeoutMs: fetchTimeoutMs, signal };
  await fetchRepository(repository, options).catch(asForgeFault);
}

/** Fetches where a commit is not here: another node, whose mirror has it, may have begun the work. */
export async function requireCommit(
  repository: EditedRepository,
  { job, commit }: { job: Pick<Job, "branch" | "base">; commit: string },
  signal?: AbortSignal,
): Promise<void> {
  if (await resolveCommit(repository.path, commit, signal)) return;
  await prepareRepository(repository, job, signal);
}

/**
 * A job with the branch its change is meant for: the default one, which a remote may have renamed since the job was
 * made. A later turn stays with the one its change is open for, while that is there.
 */
export async function withTarget(
  job: Job,
  { path, remote, defaultBranch }: EditedRepository,
  { number }: Pick<Turn, "number">,
): Promise<Job> {
  if (remote === undefined || defaultBranch === job.base) return job;
  if (number > 1 && (await resolveCommit(path, `refs/heads/${job.base}`))) return job;
  requireJobBranch(job.branch, defaultBranch);
  return { ...job, base: defaultBranch };
}

type Place = {
  repository: string;
  /** Branch the job works on, and the one it is made from when it does not exist. */
  branch: string;
  from: string;
  signal: AbortSignal;
};

type Kept = { baseCommit: string; overlay: OverlayChanges };

/** What a turn begins with. `dropped`: files whose kept changes do not fit any more, since somebody else has changed them on the branch. */
type Base = Kept & { dropped: string[] };

/**
 * The commit a turn is built upon: the tip of its branch. Work that an earlier turn could not put on the branch is laid
 * over it, less what the branch has by now.
 */
export async function chooseBase(place: Place, kept: Kept): Promise<Base> {
  const { repository, signal } = place;
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

type ChangePlace = {
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
  const changes = await changesSince(place, start);
  return { before, after: await openOverlay(repository, start, changes) };
}

/** What is no text (an image somebody added) is left out: it has nothing to check. */
async function changesSince(
  { repository, base, overlay }: ChangePlace,
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

async function blobsOf(repository: string, commit: string): Promise<Map<string, string>> {
  const files = await listTree(repository, commit);
  return new Map(files.map(({ path, blobId }) => [path, blobId]));
}
