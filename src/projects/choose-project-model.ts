import type { ProjectModel } from "../contract/models.ts";
import { type Actor, requireOperator } from "../lib/actor.ts";
import type { Database } from "../store/database.ts";
import { setProjectModel } from "../store/docs/projects.ts";

/** Says which models a project has of its own; without any it has those of the deployment. */
export async function chooseProjectModel(
  deps: { db: Database },
  actor: Actor,
  { projectId, model }: { projectId: string; model: ProjectModel },
): Promise<void> {
  requireOperator(actor);
  const isEmpty = Object.keys(model).length === 0;
  await setProjectModel(deps.db, projectId, isEmpty ? undefined : model);
}
