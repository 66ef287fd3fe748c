import type { AutomationState, AutomationTrigger } from "../../contract/automations.ts";
import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";

export type StoredAutomation = Row<"automations">;

export async function insertAutomation(db: Database, row: StoredAutomation): Promise<void> {
  await db.insertInto("automations").values(row).execute();
}

export async function findAutomation(
  db: Database,
  projectId: string,
  id: string,
): Promise<StoredAutomation | undefined> {
  return db
    .selectFrom("automations")
    .selectAll()
    .where("id", "=", id)
    .where("projectId", "=", projectId)
    .executeTakeFirst();
}

const mostListed = 200;

/** Newest first; those that were deleted are there too. */
export async function listAutomations(
  db: Database,
  projectId: string,
): Promise<StoredAutomation[]> {
  return db
    .selectFrom("automations")
    .selectAll()
    .where("projectId", "=", projectId)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(mostListed)
    .execute();
}

export async function countAutomations(db: Database, projectId: string): Promise<number> {
  const row = await db
    .selectFrom("automations")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("projectId", "=", projectId)
    .where("automationState", "!=", "deleted")
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export type AutomationPatch = Partial<Omit<StoredAutomation, "id" | "projectId">>;

/** Writes to an automation that is not deleted; false where there is none. */
export async function updateAutomation(
  db: Database,
  id: string,
  patch: AutomationPatch,
): Promise<boolean> {
  const row = await db
    .updateTable("automations")
    .set(patch)
    .where("id", "=", id)
    .where("automationState", "!=", "deleted")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The schedules that are due, the longest first. */
export async function dueSchedules(db: Database, now: string): Promise<StoredAutomation[]> {
  return db
    .selectFrom("automations")
    .selectAll()
    .where("triggerKind", "=", "schedule")
    .where("automationState", "=", "on")
    .where("nextAt", "<=", now)
    .orderBy("nextAt")
    .limit(100)
    .execute();
}

/** Those that are on and started by this. */
export async function activeAutomations(
  db: Database,
  kind: AutomationTrigger["kind"],
  repositoryId?: string,
): Promise<StoredAutomation[]> {
  return db
    .selectFrom("automations")
    .selectAll()
    .where("triggerKind", "=", kind)
    .where("automationState", "=", "on")
    .$if(repositoryId !== undefined, (query) =>
      query.where("repositoryId", "=", repositoryId ?? ""),
    )
    .orderBy("id")
    .execute();
}

/** Moves a schedule on, where nobody has done it: only one node does, and only while it is on. */
export async function passSchedule(
  db: Database,
  id: string,
  { from, to }: { from: string; to: string | null },
): Promise<boolean> {
  const row = await db
    .updateTable("automations")
    .set({ nextAt: to })
    .where("id", "=", id)
    .where("nextAt", "=", from)
    .where("automationState", "=", "on")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Moves on how far a repository was looked at for an automation, where nobody has done it and it is in one of these states. */
export async function passCommit(
  db: Database,
  id: string,
  { from, to, states = ["on"] }: { from: string; to: string; states?: AutomationState[] },
): Promise<boolean> {
  const row = await db
    .updateTable("automations")
    .set({ seenCommit: to, error: "" })
    .where("id", "=", id)
    .where("seenCommit", "=", from)
    .where("automationState", "in", states)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function usesRepository(
  db: Database,
  repositoryId: string,
  states: AutomationState[],
): Promise<boolean> {
  const row = await db
    .selectFrom("automations")
    .select("id")
    .where("repositoryId", "=", repositoryId)
    .where("automationState", "in", states)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
