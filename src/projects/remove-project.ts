import { type Actor, requireOperator } from "../lib/actor.ts";
import type { Database } from "../store/database.ts";
import { deleteProject } from "../store/docs/projects.ts";
import { requireProject } from "./require-project.ts";

/** Takes the project's keys, docs, threads and answers out of the store. The files the docs came from stay as they are. */
export async function removeProject(
  deps: { db: Database },
  actor: Actor,
  domain: string,
): Promise<void> {
  requireOperator(actor);
  const project = await requireProject(deps.db, domain);
  await deleteProject(deps.db, project.id);
}
