import type { Change } from "../contract/changes.ts";
import type { Actor } from "../lib/actor.ts";
import { type ChangeAddress, type ChangesDeps, projectForge, toChange } from "./project-forge.ts";

type MergeDeps = ChangesDeps & {
  /** Lets the merged pages into the answers. */
  afterMerge(projectId: string): Promise<void>;
};

type MergeChangeInput = ChangeAddress & {
  /** The commit that was reviewed: a branch that moved on is refused. */
  headCommit?: string | undefined;
};

/** Merges an open change that is no draft. What stands in the way is a `conflict` with a detail for each file. */
export async function mergeChange(
  deps: MergeDeps,
  actor: Actor,
  { projectId, number, headCommit }: MergeChangeInput,
): Promise<Change> {
  const { forge } = await projectForge(deps, actor, projectId);
  const change = await forge.merge(number, headCommit);
  await deps.afterMerge(projectId);
  return toChange(change);
}

/** Closes a change without merging it. Its branch stays. */
export async function closeChange(
  deps: ChangesDeps,
  actor: Actor,
  { projectId, number }: ChangeAddress,
): Promise<Change> {
  const { forge } = await projectForge(deps, actor, projectId);
  return toChange(await forge.close(number));
}

/** Turns a draft into a change that is ready for review. */
export async function readyChange(
  deps: ChangesDeps,
  actor: Actor,
  { projectId, number }: ChangeAddress,
): Promise<Change> {
  const { forge } = await projectForge(deps, actor, projectId);
  return toChange(await forge.markReady(number));
}
