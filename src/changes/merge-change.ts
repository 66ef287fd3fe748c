import type { Change } from "../contract/changes.ts";
import { type Actor, permit } from "../lib/actor.ts";
import { type ChangeAddress, type ChangesDeps, projectForge, toChange } from "./project-forge.ts";

type Deps = ChangesDeps & {
  /** Lets the merged pages into the answers. */
  afterMerge(projectId: string): Promise<void>;
};

export type MergeChangeInput = ChangeAddress & {
  /** The commit that was reviewed: a branch that moved on is refused. */
  headCommit?: string | undefined;
};

/** Merges an open change that is no draft. What stands in the way is a `conflict` with a detail for each file. */
export async function mergeChange(
  deps: Deps,
  actor: Actor,
  { projectId, number, headCommit }: MergeChangeInput,
): Promise<Change> {
  permit(actor, "admin", projectId);
  const { forge } = await projectForge(deps, projectId);
  const change = await forge.merge(number, headCommit);
  await deps.afterMerge(projectId);
  return toChange(change);
}
