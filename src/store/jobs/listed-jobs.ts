import { type SelectQueryBuilder, sql } from "kysely";
import type { JobFilter } from "../../contract/job-list.ts";
import type { Database } from "../database.ts";
import { rowsInChunks } from "../in-chunks.ts";
import type { JobHaltReason, JobState, Row, Tables } from "../tables.ts";

const jobFields = [
  "id",
  "ordinal",
  "branch",
  "base",
  "model",
  "asDraft",
  "state",
  "haltReason",
  "messageToUser",
  "pullRequestLink",
  "todos",
  "step",
  "createdAt",
  "startedAt",
  "haltedAt",
  "forgeWait",
  "turnStartedAt",
  "earlierMs",
  "modelFault",
  "startedBy",
] as const;

/** A job without what it was asked in full and what its worker keeps, which may be long. */
export type ListedJob = Pick<Row<"jobs">, (typeof jobFields)[number]> &
  Pick<Row<"jobTexts">, "title" | "instruction">;

/** A list shows jobs that run first, then those that wait, then those that have ended, each newest first. */
const groups: readonly JobState[] = ["running", "queued", "halted"];

/** Where a list goes on: behind the job with this ordinal in this group. */
export type ListPlace = { group: number; ordinal: number };

export type WantedJobs = {
  projectId: string;
  filter: JobFilter;
  /** Every one of them is somewhere in what is searched. */
  words: string[];
  after: ListPlace | undefined;
  limit: number;
};

export async function listedJobs(db: Database, wanted: WantedJobs): Promise<ListedJob[]> {
  const ids: string[] = [];
  for (const [group, state] of groups.entries()) {
    if (!isWanted(wanted.filter, state) || group < (wanted.after?.group ?? 0)) continue;
    const limit = wanted.limit - ids.length;
    if (limit <= 0) break;
    ids.push(...(await idsOfState(db, { ...wanted, limit }, { group, state })));
  }
  return jobsOf(db, ids);
}

/** The place of a job in the list. */
export function placeOf({ state, ordinal }: Pick<ListedJob, "state" | "ordinal">): ListPlace {
  return { group: groups.indexOf(state), ordinal };
}

const failures: JobHaltReason[] = ["error", "github_missconfigured"];
const reasons: Partial<Record<JobFilter, JobHaltReason[]>> = {
  completed: ["completed"],
  failed: failures,
  cancelled: ["interrupted"],
};

function isWanted(filter: JobFilter, state: JobState): boolean {
  if (filter === "all") return true;
  if (filter === "running") return state === "running";
  if (filter === "waiting") return state === "queued";
  return state === "halted";
}

/** All that is asked here stands in one index: the long rows themselves are read for one page only. */
async function idsOfState(
  db: Database,
  { projectId, filter, words, after, limit }: WantedJobs,
  { group, state }: { group: number; state: JobState },
): Promise<string[]> {
  const among = reasons[filter];
  let query = db
    .selectFrom("jobs")
    .select("jobs.id")
    .where("jobs.projectId", "=", projectId)
    .where("jobs.state", "=", state)
    .orderBy("jobs.ordinal", "desc")
    .limit(limit);
  if (after?.group === group) query = query.where("jobs.ordinal", "<", after.ordinal);
  if (among) query = query.where("jobs.haltReason", "in", among);
  const rows = await withWords(query, words).execute();
  return rows.map(({ id }) => id);
}

type IdQuery = SelectQueryBuilder<Tables, "jobs", { id: string }>;

function withWords(query: IdQuery, words: string[]): IdQuery {
  if (words.length === 0) return query;
  return query.where(({ exists, selectFrom }) => {
    let texts = selectFrom("jobTexts")
      .select("jobTexts.jobId")
      .whereRef("jobTexts.jobId", "=", "jobs.id");
    for (const word of words) {
      const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
      texts = texts.where(sql<boolean>`job_texts.words like ${pattern} escape ${"\\"}`);
    }
    return exists(texts);
  });
}

async function jobsOf(db: Database, ids: string[]): Promise<ListedJob[]> {
  const rows = await rowsInChunks(ids, (some) =>
    db
      .selectFrom("jobs")
      .innerJoin("jobTexts", "jobTexts.jobId", "jobs.id")
      .select(jobFields.map((name) => `jobs.${name}` as const))
      .select(["jobTexts.title", "jobTexts.instruction"])
      .where("jobs.id", "in", some)
      .execute(),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function listedJob(db: Database, id: string): Promise<ListedJob | undefined> {
  return (await jobsOf(db, [id]))[0];
}

/** How many jobs of a project there are of each state. */
export async function countJobs(
  db: Database,
  projectId: string,
): Promise<Record<JobFilter, number>> {
  const rows = await db
    .selectFrom("jobs")
    .select(({ fn }) => ["state", "haltReason", fn.countAll<number>().as("count")])
    .where("projectId", "=", projectId)
    .groupBy(["state", "haltReason"])
    .execute();
  const sum = (counts: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(counts).reduce((total, row) => total + Number(row.count), 0);
  const ended = (some: JobHaltReason[]) =>
    sum(({ state, haltReason }) => state === "halted" && some.includes(haltReason));
  return {
    all: sum(() => true),
    running: sum(({ state }) => state === "running"),
    waiting: sum(({ state }) => state === "queued"),
    completed: ended(["completed"]),
    failed: ended(failures),
    cancelled: ended(["interrupted"]),
  };
}
