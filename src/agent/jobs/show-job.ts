import type { AgentSession } from "../../contract/jobs.ts";
import type { Actor } from "../../lib/actor.ts";
import type { Database } from "../../store/database.ts";
import { type JobAddress, requireJob } from "./require-job.ts";
import { toSession } from "./session.ts";
import { waitsForOf } from "./waits-for.ts";

export async function showJob(
  deps: { db: Database },
  actor: Actor,
  address: JobAddress,
): Promise<AgentSession> {
  const { project, job } = await requireJob(deps.db, actor, address);
  const waitsFor = job.state === "queued" ? (await waitsForOf(deps.db, project.id))(job) : "";
  return toSession(job, project.domain, waitsFor);
}
