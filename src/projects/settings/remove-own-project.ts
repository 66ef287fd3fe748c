import { type Actor, requireOwner } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { deleteProject } from "../../store/docs/projects.ts";
import { type ReadProjectDeps, readProject } from "./read-project.ts";

/** Takes the project's keys, docs, threads and answers out of the store. The repositories stay as they are. */
export async function removeOwnProject(
  deps: ReadProjectDeps,
  actor: Actor,
  projectId: string,
): Promise<void> {
  requireOwner(actor);
  const { servedBy } = await readProject(deps, actor, projectId);
  if (servedBy !== "")
    throw new AppError(
      "conflict",
      `${servedBy} in the environment makes this project: take it out there first.`,
    );
  await deleteProject(deps.db, projectId);
}
