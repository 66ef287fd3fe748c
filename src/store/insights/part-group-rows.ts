import { sql } from "kysely";
import { newId } from "../../lib/ids.ts";
import type { DatabaseTransaction } from "../database.ts";
import { newGroup, openedEvent } from "./new-group.ts";

/** A question of a group, with the beginning of its text. */
export type ChosenQuestion = {
  answerId: string;
  textKey: string;
  text: string;
  vector: Uint8Array;
  askedAt: string;
};

/** Those of some questions that are in a group, the most typical first. */
export async function questionsInGroup(
  trx: DatabaseTransaction,
  groupId: string,
  answerIds: string[],
): Promise<ChosenQuestion[]> {
  if (answerIds.length === 0) return [];
  return trx
    .selectFrom("groupedQuestions")
    .innerJoin("answers", "answers.id", "groupedQuestions.answerId")
    .select(["groupedQuestions.answerId", "groupedQuestions.textKey"])
    .select(["groupedQuestions.vector", "groupedQuestions.askedAt"])
    .select(sql<string>`substr(answers.question, 1, 500)`.as("text"))
    .where("groupedQuestions.groupId", "=", groupId)
    .where("groupedQuestions.answerId", "in", answerIds)
    .orderBy("groupedQuestions.likeness", "desc")
    .orderBy("groupedQuestions.answerId")
    .execute();
}

/** Whether a group has a question with none of these texts. */
export async function hasOtherTexts(
  trx: DatabaseTransaction,
  groupId: string,
  textKeys: string[],
): Promise<boolean> {
  const other = await trx
    .selectFrom("groupedQuestions")
    .select("answerId")
    .where("groupId", "=", groupId)
    .where("textKey", "not in", textKeys)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export async function openGroup(
  trx: DatabaseTransaction,
  group: { projectId: string; name: string; firstAskedAt: string; at: string },
): Promise<string> {
  const { name, firstAskedAt, ...place } = group;
  const id = newId("grp");
  const row = { ...newGroup({ id, ...place }), name };
  await trx.insertInto("questionGroups").values(row).execute();
  await trx.insertInto("groupEvents").values(openedEvent(id, firstAskedAt)).execute();
  return id;
}

export type PartedTexts = {
  projectId: string;
  from: string;
  into: string;
  textKeys: string[];
  at: string;
};

/**
 * Brings all questions of a group that have these texts into another one, at a centre of their own. The centres of both
 * groups are marked, so that the grouping leaves them apart.
 */
export async function moveTexts(
  trx: DatabaseTransaction,
  { projectId, from, into, textKeys, at }: PartedTexts,
): Promise<{ centreId: string; count: number }> {
  const centreId = newId("ctr");
  await trx
    .insertInto("groupCentres")
    .values({ id: centreId, projectId, groupId: into, size: 0, vector: none, joinedAt: at })
    .execute();
  const moved = await trx
    .updateTable("groupedQuestions")
    .set({ groupId: into, centreId })
    .where("groupId", "=", from)
    .where("textKey", "in", textKeys)
    .executeTakeFirst();
  await dropEmptyCentres(trx, from);
  await trx
    .updateTable("groupCentres")
    .set({ isParted: true })
    .where("groupId", "in", [from, into])
    .execute();
  return { centreId, count: Number(moved.numUpdatedRows) };
}

const none = new Uint8Array();

/** A centre that all its questions have left would draw others of their kind back. */
async function dropEmptyCentres(trx: DatabaseTransaction, groupId: string): Promise<void> {
  await trx
    .deleteFrom("groupCentres")
    .where("groupId", "=", groupId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("groupedQuestions")
            .select("answerId")
            .whereRef("groupedQuestions.centreId", "=", "groupCentres.id"),
        ),
      ),
    )
    .execute();
}

/** How near the texts at a centre are to it. */
export async function writeLikeness(
  trx: DatabaseTransaction,
  centreId: string,
  texts: { textKey: string; likeness: number }[],
): Promise<void> {
  for (const { textKey, likeness } of texts)
    await trx
      .updateTable("groupedQuestions")
      .set({ likeness })
      .where("centreId", "=", centreId)
      .where("textKey", "=", textKey)
      .execute();
}
