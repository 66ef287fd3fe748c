import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "../database.ts";
import type { NearestPage } from "../group-tables.ts";
import { inChunks } from "../in-chunks.ts";
import type { GroupRow } from "./groups.ts";

/** The groups of these answers, which are about to go, have to be worked out anew. */
export async function markGroupsOf(trx: DatabaseTransaction, answerIds: string[]): Promise<void> {
  for (const some of inChunks(answerIds))
    await trx
      .updateTable("questionGroups")
      .set({ isStale: true })
      .where("id", "in", (query) =>
        query.selectFrom("groupedQuestions").select("groupId").where("answerId", "in", some),
      )
      .execute();
}

/** Takes questions out of their groups. */
export async function dropMembers(trx: DatabaseTransaction, answerIds: string[]): Promise<void> {
  await markGroupsOf(trx, answerIds);
  for (const some of inChunks(answerIds))
    await trx.deleteFrom("groupedQuestions").where("answerId", "in", some).execute();
}

export async function rateMember(
  trx: DatabaseTransaction,
  member: { answerId: string; isUnanswered: number; isRatedDown: number },
): Promise<void> {
  const { answerId, ...flags } = member;
  await markGroupsOf(trx, [answerId]);
  await trx.updateTable("groupedQuestions").set(flags).where("answerId", "=", answerId).execute();
}

export async function staleGroups(
  db: Database,
  projectId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("questionGroups")
    .select("id")
    .where("projectId", "=", projectId)
    .where("isStale", "=", true)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export type GroupFigures = Pick<
  GroupRow,
  "size" | "unanswered" | "thumbsDown" | "firstAskedAt" | "lastAskedAt"
>;

/** By group; one without questions is not there. */
export async function figuresOfGroups(
  db: Database,
  groupIds: string[],
): Promise<Map<string, GroupFigures>> {
  const rows = await db
    .selectFrom("groupedQuestions")
    .select(({ fn }) => [
      "groupId",
      fn.countAll<number>().as("size"),
      fn.sum<number>("isUnanswered").as("unanswered"),
      fn.sum<number>("isRatedDown").as("thumbsDown"),
      fn.min("askedAt").as("firstAskedAt"),
      fn.max("askedAt").as("lastAskedAt"),
    ])
    .where("groupId", "in", groupIds)
    .groupBy("groupId")
    .execute();
  return new Map(rows.map(({ groupId, ...figures }) => [groupId, figures]));
}

export type SampledQuestion = { id: string; textKey: string; text: string; vector: Uint8Array };

/** Questions that are typical for a group, with the beginning of their texts. */
export async function sampleOfGroup(
  db: Database,
  groupId: string,
  limit: number,
): Promise<SampledQuestion[]> {
  return db
    .selectFrom("groupedQuestions")
    .innerJoin("answers", "answers.id", "groupedQuestions.answerId")
    .select(["groupedQuestions.answerId as id", "groupedQuestions.textKey"])
    .select(["groupedQuestions.vector", sql<string>`substr(answers.question, 1, 500)`.as("text")])
    .where("groupedQuestions.groupId", "=", groupId)
    .orderBy("groupedQuestions.likeness", "desc")
    .orderBy("groupedQuestions.answerId")
    .limit(limit)
    .execute();
}

export async function writeDescription(
  db: Database,
  groupId: string,
  described: Partial<GroupRow>,
): Promise<void> {
  await db.updateTable("questionGroups").set(described).where("id", "=", groupId).execute();
}

/** A group without questions goes, unless people decided something about it. */
export async function dropOrEmptyGroup(trx: DatabaseTransaction, groupId: string): Promise<void> {
  const dropped = await trx
    .deleteFrom("questionGroups")
    .where("id", "=", groupId)
    .where("state", "=", "open")
    .where("note", "=", "")
    .returning("id")
    .executeTakeFirst();
  if (dropped) {
    await trx.deleteFrom("questionGroups").where("mergedInto", "=", groupId).execute();
    return;
  }
  await writeDescription(trx, groupId, {
    ...{ name: "", groupWords: [], exampleIds: [], size: 0, unanswered: 0, thumbsDown: 0 },
    isStale: false,
  });
}

export type CentreCount = { id: string; size: number; members: number };

/** Centres of some groups that have lost questions, with how many they have left. */
export async function shrunkCentres(db: Database, groupIds: string[]): Promise<CentreCount[]> {
  const members = db
    .selectFrom("groupedQuestions")
    .select(({ fn }) => ["centreId", fn.countAll<number>().as("members")])
    .where("groupId", "in", groupIds)
    .groupBy("centreId");
  const rows = await db
    .selectFrom("groupCentres")
    .leftJoin(members.as("counted"), "counted.centreId", "groupCentres.id")
    .select(["groupCentres.id", "groupCentres.size", "counted.members"])
    .where("groupCentres.groupId", "in", groupIds)
    .execute();
  return rows
    .map((row) => ({ ...row, members: Number(row.members ?? 0) }))
    .filter(({ size, members: left }) => left !== size);
}

export async function vectorsOfCentre(
  db: Database,
  centreId: string,
  limit: number,
): Promise<Uint8Array[]> {
  const rows = await db
    .selectFrom("groupedQuestions")
    .select("vector")
    .where("centreId", "=", centreId)
    .limit(limit)
    .execute();
  return rows.map(({ vector }) => vector);
}

export async function writeCentre(
  trx: DatabaseTransaction,
  id: string,
  centre: { size: number; vector?: Uint8Array },
): Promise<void> {
  await trx.updateTable("groupCentres").set(centre).where("id", "=", id).execute();
}

/** Groups whose nearest page was looked for in other docs than these, the largest first. */
export async function groupsWithoutPage(
  db: Database,
  { projectId, revisionId, limit }: { projectId: string; revisionId: string; limit: number },
): Promise<Pick<GroupRow, "id" | "exampleIds">[]> {
  return db
    .selectFrom("questionGroups")
    .select(["id", "exampleIds"])
    .where("projectId", "=", projectId)
    .where("mergedInto", "=", "")
    .where("isStale", "=", false)
    .where("size", ">", 0)
    .where("pageRevisionId", "!=", revisionId)
    .orderBy("size", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function writeNearestPage(
  db: Database,
  groupId: string,
  { page, revisionId }: { page: NearestPage | null; revisionId: string },
): Promise<void> {
  await writeDescription(db, groupId, { nearestPage: page, pageRevisionId: revisionId });
}
