import type { JobPage, JobQuery } from "../../contract/job-list.ts";
import type { Actor } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Database } from "../../store/database.ts";
import { countJobs, type ListPlace, listedJobs, placeOf } from "../../store/jobs/listed-jobs.ts";
import { summariseJobs } from "./job-summary.ts";
import { permitProjectReading } from "./require-job.ts";

const usualLimit = 25;
const mostWords = 10;

/** One page of a project's jobs: those that run first, then those that wait, then the others, newest first. */
export async function browseJobs(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  { projectId, query }: { projectId: string; query: JobQuery },
): Promise<JobPage> {
  const project = await permitProjectReading(db, actor, projectId);
  const { limit = usualLimit, cursor = "", q = "", state: filter } = query;
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);
  const after = cursor === "" ? undefined : readCursor(cursor);
  const wanted = { projectId: project.id, filter, words, after, limit: limit + 1 };
  const found = await listedJobs(db, wanted);
  const jobs = found.slice(0, limit);
  const last = found.length > limit ? jobs.at(-1) : undefined;
  const now = clock.now().toISOString();
  return {
    jobs: await summariseJobs(db, project.id, { jobs, now }),
    nextCursor: last ? writeCursor(placeOf(last)) : "",
    counts: await countJobs(db, project.id),
  };
}

function writeCursor({ group, ordinal }: ListPlace): string {
  return `${group}.${ordinal}`;
}

function readCursor(cursor: string): ListPlace {
  const [, group, ordinal] = /^([0-2])\.(\d{1,9})$/.exec(cursor) ?? [];
  if (group !== undefined && ordinal !== undefined)
    return { group: Number(group), ordinal: Number(ordinal) };
  const message = "Use the nextCursor of an earlier reply.";
  throw new AppError("invalid_request", `The cursor is not valid. ${message}`, {
    details: [{ path: "cursor", message }],
  });
}
