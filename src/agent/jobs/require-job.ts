import type { Actor } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Database } from "../../store/database.ts";
import type { Project } from "../../store/docs/projects.ts";
import { findJob, type Job } from "../../store/jobs/jobs.ts";
import { permitProject } from "./permit-project.ts";

export type JobAddress = { projectId: string; sessionId: string };

/** A job by its project and id. A job of another project is as little there as one that never was. */
export async function requireJob(
  db: Database,
  actor: Actor,
  { projectId, sessionId }: JobAddress,
): Promise<{ project: Project; job: Job }> {
  const project = await permitProject(db, actor, projectId);
  const job = await findJob(db, project.id, sessionId);
  if (!job) throw new AppError("not_found", "This project has no such session.");
  return { project, job };
}
