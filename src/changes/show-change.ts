import type { ChangeComment, ChangeDetail } from "../contract/changes.ts";
import type { EditedRepository } from "../forge/edited-repository.ts";
import type { ForgeChange } from "../forge/forge.ts";
import { type Diff, diffCommits } from "../git/read/diff.ts";
import { resolveCommit } from "../git/read/resolve-commit.ts";
import { type MergeConflict, mergeConflicts } from "../git/write/merge.ts";
import type { Actor } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { listComments, type StoredComment } from "../store/jobs/change-comments.ts";
import { type ChangeAddress, type ChangesDeps, projectForge, toChange } from "./project-forge.ts";

/** A change with its diff and, while it is open, what stands in the way of merging it. */
export async function showChange(
  deps: ChangesDeps,
  actor: Actor,
  { projectId, number }: ChangeAddress,
): Promise<ChangeDetail> {
  const { forge, repository } = await projectForge(deps, actor, projectId);
  const change = await forge.read(number);
  if (!change) throw new AppError("not_found", `There is no change ${number}.`);
  const diff = await diffOf(repository, change);
  const conflicts = change.state === "open" ? await conflictsOf(repository, change) : [];
  const comments = (await listComments(deps.db, { projectId, number })).map(toComment);
  return { change: toChange(change), ...diff, conflicts, comments };
}

function toComment(comment: StoredComment): ChangeComment {
  const { author, body, path, line, url, state, createdAt } = comment;
  return { author, body, path, line, url, state, createdAt };
}

async function diffOf({ path }: EditedRepository, change: ForgeChange): Promise<Diff> {
  const { baseCommit, headCommit } = change;
  const commits = [baseCommit, headCommit].map((commit) => resolveCommit(path, commit));
  // git throws the commits of a deleted branch away after a while.
  if ((await Promise.all(commits)).includes(undefined)) return { files: [], truncated: true };
  return diffCommits(path, baseCommit, headCommit);
}

async function conflictsOf(
  { path }: EditedRepository,
  { base, head }: ForgeChange,
): Promise<MergeConflict[]> {
  try {
    return await mergeConflicts(path, base, head);
  } catch (error) {
    // An old git, or a base that is gone: no reason to hide the diff.
    if (error instanceof AppError) return [{ path: "", reason: error.message }];
    throw error;
  }
}
