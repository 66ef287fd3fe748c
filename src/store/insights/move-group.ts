import type { GroupState } from "../../contract/insights/groups.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import type { Row } from "../tables.ts";
import { reloadCentres } from "./group-turns.ts";
import { findGroup, type GroupRow } from "./groups.ts";

export type NewGroupEvent = {
  kind: Row<"groupEvents">["kind"];
  /** "" for Docent itself. */
  by: string;
  text: string;
  jobId?: string;
  change?: number;
};

export type GroupMove = {
  projectId: string;
  groupId: string;
  /** It is moved from one of these only. */
  from: readonly GroupState[];
  to: GroupState;
  event: NewGroupEvent;
  at: string;
};

/** Brings a group, or the one that it was merged into, to another state, with an event. False: it was in none of those. */
export async function moveGroup(trx: DatabaseTransaction, move: GroupMove): Promise<boolean> {
  const { projectId, groupId, from, to, event, at } = move;
  const group = await findGroup(trx, projectId, groupId);
  if (!group || !from.includes(group.state)) return false;
  await reloadCentres(trx, projectId);
  const moved = await trx
    .updateTable("questionGroups")
    .set({ state: to, stateSince: at })
    .where("id", "=", group.id)
    .where("mergedInto", "=", "")
    .where("state", "in", from)
    .returning("id")
    .executeTakeFirst();
  if (!moved) return false;
  await insertGroupEvent(trx, group.id, event, at);
  return true;
}

export async function writeNote(
  trx: DatabaseTransaction,
  group: Pick<GroupRow, "id" | "projectId">,
  { note, by, at }: { note: string; by: string; at: string },
): Promise<void> {
  await reloadCentres(trx, group.projectId);
  await trx.updateTable("questionGroups").set({ note }).where("id", "=", group.id).execute();
  await insertGroupEvent(trx, group.id, { kind: "noted", by, text: note }, at);
}

/** Something happened to a group, or to the one that it was merged into, that leaves its state as it is. */
export async function addGroupEvent(
  trx: DatabaseTransaction,
  { projectId, groupId, event, at }: Pick<GroupMove, "projectId" | "groupId" | "event" | "at">,
): Promise<void> {
  const group = await findGroup(trx, projectId, groupId);
  if (!group) return;
  await reloadCentres(trx, projectId);
  await insertGroupEvent(trx, group.id, event, at);
}

const mostEvents = 500;

/** The group's row is held until the end of the transaction: two events at once are numbered one after the other. */
export async function insertGroupEvent(
  trx: DatabaseTransaction,
  groupId: string,
  { kind, by, text, jobId = "", change = 0 }: NewGroupEvent,
  at: string,
): Promise<void> {
  await trx
    .updateTable("questionGroups")
    .set(({ ref }) => ({ state: ref("state") }))
    .where("id", "=", groupId)
    .execute();
  const last = await trx
    .selectFrom("groupEvents")
    .select(({ fn }) => fn.max("seq").as("seq"))
    .where("groupId", "=", groupId)
    .executeTakeFirst();
  const seq = (last?.seq ?? 0) + 1;
  const event = { groupId, seq, kind, at, actor: by, text, jobId, changeNumber: change };
  await trx.insertInto("groupEvents").values(event).execute();
  await trx
    .deleteFrom("groupEvents")
    .where("groupId", "=", groupId)
    .where("seq", "<=", seq - mostEvents)
    .execute();
}

/** Oldest first. */
export async function eventsOfGroup(db: Database, groupId: string): Promise<Row<"groupEvents">[]> {
  return db
    .selectFrom("groupEvents")
    .selectAll()
    .where("groupId", "=", groupId)
    .orderBy("seq")
    .execute();
}
