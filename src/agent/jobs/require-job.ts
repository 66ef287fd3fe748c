import { type Actor, permit, permitReading } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Database } from "../../store/database.ts";
import { findProject, type Project } from "../../store/docs/projects.ts";
import { findJob, type Job } from "../../store/jobs/jobs.ts";

export type JobAddress = { projectId: string; sessionId: string };

/** A job by its project and id. A job of another project is as little there as one that never was. */
export async function requireJob(
  db: Database,
  actor: Actor,
  { projectId, sessionId }: JobAddress,
): Promise<{ project: Project; job: Job }> {
  return findJobOf(db, await permitProject(db, actor, projectId), sessionId);
}

/** The same for an actor that may only look at it. */
export async function requireReadableJob(
  db: Database,
  actor: Actor,
  { projectId, sessionId }: JobAddress,
): Promise<{ project: Project; job: Job }> {
  return findJobOf(db, await permitProjectReading(db, actor, projectId), sessionId);
}

async function findJobOf(db: Database, project: Project, sessionId: string) {
  const job = await findJob(db, project.id, sessionId);
  if (!job) throw new AppError("not_found", "This project has no such session.");
  return { project, job };
}

/** The project, if the actor may run jobs in it. */
export async function permitProject(
  db: Database,
  actor: Actor,
  projectId: string,
): Promise<Project> {
  permit(actor, "admin", projectId);
  return findExisting(db, projectId);
}

/** The project, if the actor may look at its jobs. */
export async function permitProjectReading(
  db: Database,
  actor: Actor,
  projectId: string,
): Promise<Project> {
  permitReading(actor, projectId);
  return findExisting(db, projectId);
}

async function findExisting(db: Database, projectId: string): Promise<Project> {
  const project = await findProject(db, projectId);
  if (!project) throw new AppError("not_found", "This project does not exist any more.");
  return project;
}
