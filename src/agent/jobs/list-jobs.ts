import type { AgentSession } from "../../contract/jobs.ts";
import type { Actor } from "../../lib/actor.ts";
import type { Database } from "../../store/database.ts";
import { listJobs as listStoredJobs } from "../../store/jobs/jobs.ts";
import { permitProject } from "./permit-project.ts";
import { toSession } from "./session.ts";
import { waitsForOf } from "./waits-for.ts";

/** Every job of a project, newest first. */
export async function listJobs(
  deps: { db: Database },
  actor: Actor,
  input: { projectId: string; skip?: number | undefined; take?: number | undefined },
): Promise<AgentSession[]> {
  const project = await permitProject(deps.db, actor, input.projectId);
  const page = { skip: input.skip ?? 0, take: input.take };
  const jobs = await listStoredJobs(deps.db, project.id, page);
  const waitsFor = await waitsForOf(deps.db, project.id);
  return jobs.map((job) => toSession(job, project.domain, waitsFor(job)));
}
