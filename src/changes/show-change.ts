import type { ChangeComment, ChangeDetail } from "../contract/changes.ts";
import type { EditedRepository } from "../forge/edited-repository.ts";
import type { ForgeChange } from "../forge/forge.ts";
import { branchTips } from "../git/read/branch-tips.ts";
import { conflictsOfTips, type MergeConflict, mergeConflicts } from "../git/write/merge.ts";
import type { Actor } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { listComments, type StoredComment, sideOf } from "../store/jobs/change-comments.ts";
import { questionsOfJob } from "../store/jobs/job-questions.ts";
import { findProof } from "../store/jobs/proofs.ts";
import { changeDiff, type DiffCache } from "./change-diff.ts";
import {
  type ChangeAddress,
  type ChangesDeps,
  requireReadableChange,
  toChange,
} from "./project-forge.ts";

/** A change with its diff and, while it is open, what stands in the way of merging it. */
export async function showChange(
  deps: ChangesDeps & { diffs: DiffCache },
  actor: Actor,
  address: ChangeAddress,
): Promise<ChangeDetail> {
  const { change, repository } = await requireReadableChange(deps, actor, address);
  const diff = await changeDiff(deps, repository, change);
  const conflicts = change.state === "open" ? await conflictsOf(deps, repository, change) : [];
  const comments = (await listComments(deps.db, address)).map(toComment);
  const { sessionId: jobId } = change;
  const proof = jobId === "" ? undefined : await findProof(deps.db, jobId);
  const groupId = jobId === "" ? "" : ((await questionsOfJob(deps.db, jobId))?.groupId ?? "");
  const shown = { change: toChange(change), ...diff, conflicts, comments };
  return { ...shown, proof: proof ?? null, groupId };
}

function toComment(comment: StoredComment): ChangeComment {
  const { author, body, path, line, url, state, createdAt } = comment;
  return { author, body, path, line, side: sideOf(comment), url, state, createdAt };
}

async function conflictsOf(
  { diffs: { conflicts } }: { diffs: DiffCache },
  { path }: EditedRepository,
  { base, head }: ForgeChange,
): Promise<MergeConflict[]> {
  try {
    const tips = await branchTips(path);
    const [from, to] = [tips.get(base), tips.get(head)];
    // It says which of them is gone.
    if (from === undefined || to === undefined) return await mergeConflicts(path, base, head);
    const key = [path, base, from, head, to].join("\0");
    const found = conflicts.get(key) ?? (await conflictsOfTips(path, { base, head }, [from, to]));
    conflicts.set(key, found, found.length + 1);
    return found;
  } catch (error) {
    // An old git, or a base that is gone: no reason to hide the diff.
    if (error instanceof AppError) return [{ path: "", reason: error.message }];
    throw error;
  }
}
