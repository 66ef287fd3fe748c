import type { Database } from "../database.ts";
import { rowsInChunks } from "../in-chunks.ts";
import type { Row } from "../tables.ts";

export type StoredRun = Row<"automationRuns">;

export type NewRun = Pick<
  StoredRun,
  "id" | "automationId" | "projectId" | "cause" | "subject" | "why" | "material" | "createdAt"
> &
  Partial<StoredRun>;

/** False: this cause has made a run before. */
export async function insertRun(db: Database, run: NewRun): Promise<boolean> {
  const row = await db
    .insertInto("automationRuns")
    .values({
      ...{ runState: "waiting", result: null, told: "", plan: null, jobId: "", changeNumber: 0 },
      ...{ costMicros: 0, notBefore: run.createdAt, claimedUntil: "", startedAt: null },
      endedAt: null,
      ...run,
    })
    .onConflict((conflict) => conflict.columns(["automationId", "cause"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of the causes that have made a run of this automation before. */
export async function knownCauses(
  db: Database,
  automationId: string,
  causes: string[],
): Promise<Set<string>> {
  const rows = await rowsInChunks(causes, (some) =>
    db
      .selectFrom("automationRuns")
      .select("cause")
      .where("automationId", "=", automationId)
      .where("cause", "in", some)
      .execute(),
  );
  return new Set(rows.map(({ cause }) => cause));
}

export async function findRun(db: Database, id: string): Promise<StoredRun | undefined> {
  return db.selectFrom("automationRuns").selectAll().where("id", "=", id).executeTakeFirst();
}

/** A run of it that has not ended. */
export async function findOpenRun(
  db: Database,
  automationId: string,
  subject?: string,
): Promise<StoredRun | undefined> {
  return db
    .selectFrom("automationRuns")
    .selectAll()
    .where("automationId", "=", automationId)
    .where("runState", "in", ["waiting", "working"])
    .$if(subject !== undefined, (query) => query.where("subject", "=", subject ?? ""))
    .orderBy("createdAt")
    .limit(1)
    .executeTakeFirst();
}

/** The newest run of an automation that was left out since a moment. */
export async function lastSkipped(
  db: Database,
  automationId: string,
  since: string,
): Promise<StoredRun | undefined> {
  return db
    .selectFrom("automationRuns")
    .selectAll()
    .where("automationId", "=", automationId)
    .where("result", "=", "skipped")
    .where("createdAt", ">=", since)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
}

export type RunPatch = Partial<Omit<StoredRun, "id" | "automationId" | "projectId" | "cause">>;

/** Writes to a run only while it is in this state; false otherwise. */
export async function updateRun(
  db: Database,
  { id, runState }: Pick<StoredRun, "id" | "runState">,
  patch: RunPatch,
): Promise<boolean> {
  const row = await db
    .updateTable("automationRuns")
    .set(patch)
    .where("id", "=", id)
    .where("runState", "=", runState)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes runs that wait, oldest first, for this node until `until`. */
export async function claimRuns(
  db: Database,
  { now, until, limit }: { now: string; until: string; limit: number },
): Promise<StoredRun[]> {
  const waiting = await db
    .selectFrom("automationRuns")
    .selectAll()
    .where("runState", "=", "waiting")
    .where("notBefore", "<=", now)
    .where("claimedUntil", "<=", now)
    .orderBy("createdAt")
    .limit(limit)
    .execute();
  const claimed: StoredRun[] = [];
  for (const run of waiting) {
    const taken = await db
      .updateTable("automationRuns")
      .set({ claimedUntil: until })
      .where("id", "=", run.id)
      .where("runState", "=", "waiting")
      .where("claimedUntil", "=", run.claimedUntil)
      .returning("id")
      .executeTakeFirst();
    if (taken !== undefined) claimed.push({ ...run, claimedUntil: until });
  }
  return claimed;
}

/** For whoever knows that no other process works on this store: what a killed one had taken waits again. */
export async function freeRuns(db: Database): Promise<void> {
  await db
    .updateTable("automationRuns")
    .set({ claimedUntil: "" })
    .where("runState", "=", "waiting")
    .execute();
}

/** What waits until later than this, or is in a node's hands until then, waits no longer. */
export async function freeHeldRuns(
  db: Database,
  { now, latest }: { now: string; latest: string },
): Promise<void> {
  await db
    .updateTable("automationRuns")
    .set({ notBefore: now, claimedUntil: "" })
    .where("runState", "=", "waiting")
    .where(({ or, eb }) => or([eb("notBefore", ">", latest), eb("claimedUntil", ">", latest)]))
    .execute();
}

/** Runs whose job has ended, or is gone. */
export async function runsToSettle(db: Database): Promise<StoredRun[]> {
  return db
    .selectFrom("automationRuns")
    .leftJoin("jobs", "jobs.id", "automationRuns.jobId")
    .selectAll("automationRuns")
    .where("runState", "=", "working")
    .where(({ or, eb }) => or([eb("jobs.state", "=", "halted"), eb("jobs.state", "is", null)]))
    .limit(100)
    .execute();
}

/** The run that a job is at work for. */
export async function runOfJob(db: Database, jobId: string): Promise<StoredRun | undefined> {
  return db
    .selectFrom("automationRuns")
    .selectAll()
    .where("jobId", "=", jobId)
    .where("runState", "=", "working")
    .limit(1)
    .executeTakeFirst();
}

/** Runs of an automation that jobs are at work for, or are about to be. */
export async function begunRuns(db: Database, automationId: string): Promise<StoredRun[]> {
  const rows = await db
    .selectFrom("automationRuns")
    .selectAll()
    .where("automationId", "=", automationId)
    .where("runState", "in", ["waiting", "working"])
    .execute();
  return rows.filter(({ plan }) => plan !== null);
}

export type OwnChange = { number: number; jobId: string; subject: string; headCommit: string };

/** The open changes that runs of an automation proposed, newest first. */
export async function openChangesOf(
  db: Database,
  { id, projectId }: { id: string; projectId: string },
): Promise<OwnChange[]> {
  const rows = await db
    .selectFrom("automationRuns")
    .innerJoin("changes", "changes.jobId", "automationRuns.jobId")
    .select(["changes.number", "changes.jobId", "changes.headCommit", "automationRuns.subject"])
    .where("automationRuns.automationId", "=", id)
    .where("automationRuns.jobId", "!=", "")
    .where("changes.projectId", "=", projectId)
    .where("changes.state", "=", "open")
    .orderBy("changes.number", "desc")
    .execute();
  return [...new Map(rows.map((row) => [row.number, row])).values()];
}

/** What a job used since a moment. */
export async function costOfJob(db: Database, jobId: string, since: string): Promise<number> {
  const row = await db
    .selectFrom("usage")
    .select(({ fn }) => fn.sum<number>("costMicros").as("cost"))
    .where("jobId", "=", jobId)
    .where("createdAt", ">=", since)
    .executeTakeFirst();
  return Math.min(Number(row?.cost ?? 0), 2 ** 31 - 1);
}

/** By automation: what its runs that began since a moment, and have ended, cost. */
export async function spentSince(
  db: Database,
  automationIds: string[],
  since: string,
): Promise<Map<string, number>> {
  const rows = await rowsInChunks(automationIds, (some) =>
    db
      .selectFrom("automationRuns")
      .select(({ fn }) => ["automationId", fn.sum<number>("costMicros").as("cost")])
      .where("automationId", "in", some)
      .where(({ fn }) => fn.coalesce("startedAt", "createdAt"), ">=", since)
      .groupBy("automationId")
      .execute(),
  );
  return new Map(rows.map(({ automationId, cost }) => [automationId, Number(cost)]));
}

export type RunPlace = Pick<StoredRun, "createdAt" | "id">;

/** Newest first. */
export async function listRuns(
  db: Database,
  wanted: { projectId: string; automationId?: string; after?: RunPlace; limit: number },
): Promise<StoredRun[]> {
  const { projectId, automationId, after, limit } = wanted;
  let query = db
    .selectFrom("automationRuns")
    .selectAll()
    .where("projectId", "=", projectId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  if (automationId !== undefined) query = query.where("automationId", "=", automationId);
  if (after)
    query = query.where(({ or, and, eb }) =>
      or([
        eb("createdAt", "<", after.createdAt),
        and([eb("createdAt", "=", after.createdAt), eb("id", "<", after.id)]),
      ]),
    );
  return query.execute();
}

/** By automation: its newest run. */
export async function lastRuns(
  db: Database,
  automationIds: string[],
): Promise<Map<string, StoredRun>> {
  const found = new Map<string, StoredRun>();
  for (const automationId of automationIds) {
    const row = await db
      .selectFrom("automationRuns")
      .selectAll()
      .where("automationId", "=", automationId)
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (row) found.set(automationId, row);
  }
  return found;
}

/**
 * Drops the oldest runs that have ended and are older than this, but for the newest so many. That a group has made one is
 * remembered as long as there is the group: it would make another.
 */
export async function dropOldRuns(
  db: Database,
  automationId: string,
  { kept, before }: { kept: number; before: string },
): Promise<void> {
  const oldest = await db
    .selectFrom("automationRuns")
    .select("createdAt")
    .where("automationId", "=", automationId)
    .orderBy("createdAt", "desc")
    .offset(kept)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  await db
    .deleteFrom("automationRuns")
    .where("automationId", "=", automationId)
    .where("runState", "=", "ended")
    .where("createdAt", "<=", oldest.createdAt)
    .where("createdAt", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("questionGroups")
            .select("questionGroups.id")
            .whereRef("questionGroups.id", "=", "automationRuns.subject"),
        ),
      ),
    )
    .execute();
}
