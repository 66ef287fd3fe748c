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

type Wanted = { projectId: string; skip?: number | undefined; take?: number | undefined };

/** Every job of a project, newest first. */
export async function listJobs(
  deps: { db: Database },
  actor: Actor,
  input: Wanted,
): Promise<AgentSession[]> {
  return (await Array.fromAsync(pagesOfJobs(deps, actor, input))).flat();
}

const mostOfPage = 500;

/** The same some at a time: there may be any number of them. */
export async function* pagesOfJobs(
  deps: { db: Database },
  actor: Actor,
  { projectId, skip = 0, take = Number.POSITIVE_INFINITY }: Wanted,
): AsyncGenerator<AgentSession[]> {
  const project = await permitProjectReading(deps.db, actor, projectId);
  let waitsFor: Awaited<ReturnType<typeof waitsForOf>> | undefined;
  let left = take;
  let before: number | undefined;
  while (left > 0) {
    const size = Math.min(left, mostOfPage);
    const place = { skip: before === undefined ? skip : 0, take: size, before };
    const jobs = await listStoredJobs(deps.db, project.id, place);
    // PostgreSQL passes every job that has waited since its last vacuum to find those that wait now.
    if (jobs.some(({ state }) => state === "queued"))
      waitsFor ??= await waitsForOf(deps.db, project.id);
    yield jobs.map((job) => toSession(job, project.domain, waitsFor?.(job)));
    if (jobs.length < size) return;
    left -= size;
    before = jobs.at(-1)?.ordinal;
  }
}
