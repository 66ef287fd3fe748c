import { newId } from "../../lib/ids.ts";
import type { DatabaseTransaction } from "../database.ts";
import { inChunks, rowsInChunks } from "../in-chunks.ts";
import { groupsOfCentres } from "./centre-rows.ts";
import { insertGroupEvent } from "./move-group.ts";
import { newGroup, openedEvent } from "./new-group.ts";

export type Placements = {
  projectId: string;
  at: string;
  /** Questions that were not in any group before. */
  asked: NewMember[];
  /** Where these, and those that moved, are now. */
  placements: { id: string; centreId: string; likeness: number }[];
  centres: { id: string; size: number; vector: Uint8Array; isNew: boolean }[];
  absorbed: { id: string; into: string }[];
};

export type NewMember = {
  id: string;
  textKey: string;
  vector: Uint8Array;
  askedAt: string;
  isUnanswered: number;
  isRatedDown: number;
};

/** Writes what placing some questions did. Groups that it touched are marked to be worked out anew. */
export async function writePlacements(
  trx: DatabaseTransaction,
  placements: Placements,
): Promise<void> {
  const groups = await groupsOf(trx, placements);
  await openGroups(trx, placements, groups);
  await writeCentres(trx, placements, groups);
  await moveMembers(trx, placements, groups);
  await insertMembers(trx, placements, groups);
  await absorbCentres(trx, placements, groups);
  await markStale(trx, new Set(groups.values()));
}

/** By centre. */
type GroupIds = Map<string, string>;

async function groupsOf(
  trx: DatabaseTransaction,
  { centres, placements, absorbed }: Placements,
): Promise<GroupIds> {
  const ids = new Set([
    ...centres.map(({ id }) => id),
    ...placements.map(({ centreId }) => centreId),
    ...absorbed.flatMap(({ id, into }) => [id, into]),
  ]);
  const groups: GroupIds = new Map();
  for (const some of inChunks([...ids]))
    for (const [id, groupId] of await groupsOfCentres(trx, some)) groups.set(id, groupId);
  return groups;
}

async function openGroups(
  trx: DatabaseTransaction,
  { projectId, at, asked, placements, centres }: Placements,
  groups: GroupIds,
): Promise<void> {
  const times = new Map(asked.map(({ id, askedAt }) => [id, askedAt]));
  const firstAsked = new Map<string, string>();
  for (const { id, centreId } of placements) {
    const [askedAt, before] = [times.get(id) ?? at, firstAsked.get(centreId)];
    if (before === undefined || askedAt < before) firstAsked.set(centreId, askedAt);
  }
  const opened = centres
    .filter(({ id }) => !groups.has(id))
    .map(({ id }) => ({ centreId: id, id: newId("grp"), at: firstAsked.get(id) ?? at }));
  for (const { centreId, id } of opened) groups.set(centreId, id);
  for (const some of inChunks(opened)) {
    const rows = some.map((one) => newGroup({ id: one.id, projectId, at: one.at }));
    await trx.insertInto("questionGroups").values(rows).execute();
    const events = some.map((one) => openedEvent(one.id, one.at));
    await trx.insertInto("groupEvents").values(events).execute();
  }
}

async function writeCentres(
  trx: DatabaseTransaction,
  { projectId, at, centres }: Placements,
  groups: GroupIds,
): Promise<void> {
  for (const some of inChunks(centres)) {
    const rows = some.map(({ id, size, vector }) => ({
      ...{ id, projectId, groupId: groups.get(id) ?? "", size, vector, joinedAt: at },
    }));
    await trx
      .insertInto("groupCentres")
      .values(rows)
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet(({ ref }) => ({
          size: ref("excluded.size"),
          vector: ref("excluded.vector"),
          joinedAt: ref("excluded.joinedAt"),
        })),
      )
      .execute();
  }
}

async function insertMembers(
  trx: DatabaseTransaction,
  { projectId, at, asked, placements }: Placements,
  groups: GroupIds,
): Promise<void> {
  const places = new Map(placements.map((one) => [one.id, one]));
  const rows = asked.flatMap(({ id, ...one }) => {
    const place = places.get(id);
    const groupId = place && groups.get(place.centreId);
    if (!place || !groupId) return [];
    const { centreId, likeness } = place;
    return [{ answerId: id, projectId, groupId, centreId, likeness, ...one, joinedAt: at }];
  });
  for (const some of inChunks(rows)) {
    // One that was deleted meanwhile is no fault, and takes no others with it.
    const there = await trx
      .selectFrom("answers")
      .select("id")
      .where(
        "id",
        "in",
        some.map(({ answerId }) => answerId),
      )
      .execute();
    const ids = new Set(there.map(({ id }) => id));
    const kept = some.filter(({ answerId }) => ids.has(answerId));
    if (kept.length > 0) await trx.insertInto("groupedQuestions").values(kept).execute();
  }
}

/** Questions that were in a group before and fit better elsewhere. */
async function moveMembers(
  trx: DatabaseTransaction,
  { asked, placements }: Placements,
  groups: GroupIds,
): Promise<void> {
  const isNew = new Set(asked.map(({ id }) => id));
  const moved = placements.filter(({ id }) => !isNew.has(id));
  const before = await rowsInChunks(moved, (some) =>
    trx
      .selectFrom("groupedQuestions")
      .select(["answerId", "centreId", "groupId"])
      .where(
        "answerId",
        "in",
        some.map(({ id }) => id),
      )
      .execute(),
  );
  for (const { centreId, groupId } of before) groups.set(centreId, groupId);
  for (const { id, centreId, likeness } of moved)
    await trx
      .updateTable("groupedQuestions")
      .set({ centreId, groupId: groups.get(centreId) ?? "", likeness })
      .where("answerId", "=", id)
      .execute();
}

/** From so many questions on it is told that two groups have become one. */
const leastTold = 3;

async function absorbCentres(
  trx: DatabaseTransaction,
  { at, absorbed }: Placements,
  groups: GroupIds,
): Promise<void> {
  for (const { id, into } of absorbed) {
    const [from, groupId] = [groups.get(id), groups.get(into)];
    if (from === undefined || groupId === undefined) continue;
    await trx
      .updateTable("groupedQuestions")
      .set({ centreId: into, groupId })
      .where("centreId", "=", id)
      .execute();
    await trx.deleteFrom("groupCentres").where("id", "=", id).execute();
    if (from === groupId || (await hasCentres(trx, from))) continue;
    const group = await trx
      .updateTable("questionGroups")
      .set({ mergedInto: groupId, isStale: false, exampleIds: [] })
      .where("id", "=", from)
      .returning(["name", "size"])
      .executeTakeFirst();
    groups.delete(id);
    if (!group || group.size < leastTold) continue;
    const text = `“${group.name}” with ${group.size} questions`;
    await insertGroupEvent(trx, groupId, { kind: "merged", by: "", text }, at);
  }
}

async function hasCentres(trx: DatabaseTransaction, groupId: string): Promise<boolean> {
  const one = trx.selectFrom("groupCentres").select("id").where("groupId", "=", groupId).limit(1);
  return (await one.executeTakeFirst()) !== undefined;
}

async function markStale(trx: DatabaseTransaction, groupIds: Set<string>): Promise<void> {
  for (const some of inChunks([...groupIds]))
    await trx
      .updateTable("questionGroups")
      .set({ isStale: true })
      .where("id", "in", some)
      .where("mergedInto", "=", "")
      .execute();
}
