import { type Actor, permit } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Database } from "../../store/database.ts";
import { findProject, type Project } from "../../store/docs/projects.ts";

/** The project, if the actor may run jobs in it. */
export async function permitProject(
  db: Database,
  actor: Actor,
  projectId: string,
): Promise<Project> {
  permit(actor, "admin", projectId);
  const project = await findProject(db, projectId);
  if (!project) throw new AppError("not_found", "This project does not exist any more.");
  return project;
}
