import type { Change } from "../contract/changes.ts";
import type { Actor } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { listChanges as listStoredChanges } from "../store/jobs/changes.ts";
import { type ChangesDeps, projectForge, toChange } from "./project-forge.ts";

/** Newest first. A project that has no repository to change has no changes either. */
export async function listChanges(
  deps: ChangesDeps,
  actor: Actor,
  projectId: string,
): Promise<Change[]> {
  try {
    const { forge } = await projectForge(deps, actor, projectId);
    return (await forge.list()).map(toChange);
  } catch (error) {
    const hasNoRepository = error instanceof AppError && error.code === "conflict";
    if (hasNoRepository && (await listStoredChanges(deps.db, projectId)).length === 0) return [];
    throw error;
  }
}
