import type { AgentSession } from "../../contract/jobs.ts";
import type { Actor } from "../../lib/actor.ts";
import type { Database } from "../../store/database.ts";
import { listJobs as listStoredJobs } from "../../store/jobs/jobs.ts";
import { type JobAddress, permitProjectReading, requireReadableJob } from "./require-job.ts";
import { toSession, waitsForOf } from "./session.ts";

export async function showJob(
  deps: { db: Database },
  actor: Actor,
  address: JobAddress,
): Promise<AgentSession> {
  const { project, job } = await requireReadableJob(deps.db, actor, address);
  const waitsFor = job.state === "queued" ? (await waitsForOf(deps.db, project.id))(job) : "";
  return toSession(job, project.domain, waitsFor);
}

/** Every job of a project, newest first. */
export async function listJobs(
  deps: { db: Database },
  actor: Actor,
  input: { projectId: string; skip?: number | undefined; take?: number | undefined },
): Promise<AgentSession[]> {
  const project = await permitProjectReading(deps.db, actor, input.projectId);
  const page = { skip: input.skip ?? 0, take: input.take };
  const jobs = await listStoredJobs(deps.db, project.id, page);
  const waitsFor = await waitsForOf(deps.db, project.id);
  return jobs.map((job) => toSession(job, project.domain, waitsFor(job)));
}
