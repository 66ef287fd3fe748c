import { type Actor, requireOperator } from "../lib/actor.ts";
import type { Database } from "../store/database.ts";
import { type Project, setProject } from "../store/docs/projects.ts";

export async function updateProject(
  deps: { db: Database },
  actor: Actor,
  project: Pick<Project, "id" | "name" | "baseUrl" | "visibility">,
): Promise<void> {
  requireOperator(actor);
  await setProject(deps.db, project);
}
