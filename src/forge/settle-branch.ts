import { branchTips, commitsWithin } from "../git/read/branch-tips.ts";
import { tipInFiles } from "../git/read/ref-files.ts";
import { containsCommit, mergeBase, resolveCommit } from "../git/read/resolve-commit.ts";
import { AppError } from "../lib/app-error.ts";
import {
  type ChangePatch,
  findChange,
  type OpenBranch,
  openBranches,
  type StoredChange,
  updateOpenChange,
} from "../store/jobs/changes.ts";
import type { LocalPlace } from "./local-place.ts";

/**
 * Brings every open change up to date with its branch: one question for all refs, another for each base that something
 * moved at, and more only for the changes whose state is another one now.
 */
export async function settleBranches(place: LocalPlace): Promise<void> {
  const { db, project, repository, settled } = place;
  const open = await openBranches(db, project.id);
  if (open.length === 0) return;
  const tips = await branchTips(repository);
  const seen = seenAs(open, tips);
  if (settled?.get(project.id) === seen) return;
  for (const { number } of await movedOf(repository, open, tips)) {
    const change = await findChange(db, project.id, number);
    if (change) await settleBranch(place, change);
  }
  const now = seenAs(await openBranches(db, project.id), tips);
  settled?.set(project.id, now, now.length);
}

function seenAs(open: OpenBranch[], tips: Map<string, string>): string {
  const lines = open.map(({ number, head, base, headCommit }) =>
    [number, headCommit, tips.get(head), tips.get(base)].join(" "),
  );
  return lines.join("\n");
}

/** Changes whose branch has moved, is gone, or is in its base. */
async function movedOf(
  repository: string,
  open: OpenBranch[],
  tips: Map<string, string>,
): Promise<OpenBranch[]> {
  const moved = open.filter(({ head, headCommit }) => tips.get(head) !== headCommit);
  const still = open.filter(({ head, headCommit }) => tips.get(head) === headCommit);
  for (const [base, changes] of Map.groupBy(still, ({ base }) => base)) {
    const target = tips.get(base);
    if (target === undefined) continue;
    // A branch with nothing of its own is in its base from the start.
    const own = changes.filter(({ headCommit, baseCommit }) => headCommit !== baseCommit);
    const commits = own.map(({ headCommit }) => headCommit);
    const merged = await commitsWithin(repository, target, commits).catch((error) => {
      if (!(error instanceof AppError)) throw error;
      // Too many commits at once, or one that cannot be read: each is asked for alone.
      return new Set(commits);
    });
    moved.push(...own.filter(({ headCommit }) => merged.has(headCommit)));
  }
  return moved;
}

/** Brings an open change up to date with its branches, which people move, merge and delete by hand. */
export async function settleBranch(place: LocalPlace, change: StoredChange): Promise<StoredChange> {
  if (change.state !== "open" || change.pull !== null) return change;
  const { repository, settled, project, db, clock } = place;
  const tips = await tipsOf(repository, [change.head, change.base]);
  const key = `${project.id} ${change.number}`;
  const seen = seenAs([change], tips);
  if (settled?.get(key) === seen) return change;
  const [tip, target] = [tips.get(change.head), tips.get(change.base)];
  const patch = await patchFor(repository, change, tip, target);
  if (patch !== undefined) return updateOpenChange(db, change, patch, clock.now().toISOString());
  settled?.set(key, seen, seen.length);
  return change;
}

/** Of those branches at least; one that is not found in git's files may still be there. */
async function tipsOf(repository: string, branches: string[]): Promise<Map<string, string>> {
  const tips = new Map<string, string>();
  for (const branch of branches) {
    const tip = await tipInFiles(repository, branch);
    if (tip === undefined) return branchTips(repository);
    tips.set(branch, tip);
  }
  return tips;
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
  return containsCommit(repository, target, commit).catch(async (error) => {
    // A deleted branch's commits may be gone for good.
    if ((await resolveCommit(repository, commit)) === undefined) return false;
    throw error;
  });
}
