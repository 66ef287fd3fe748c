import type { Outcome } from "../../contract/answer-events.ts";
import type { Rating } from "../../contract/insights/feedback.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import { inChunks } from "../in-chunks.ts";
import type { Handle } from "../kind-of.ts";
import type { AnswerPassage, AnswerState } from "../tables.ts";

/** Has an answer looked at: it ended, or what its reader thinks of it has changed. Only what readers asked is grouped. */
export async function queueAnswer(trx: DatabaseTransaction, answerId: string): Promise<void> {
  await queueRow(trx, answerId).execute();
}

/** The statement that does it. */
export function queueRow(db: Handle, answerId: string) {
  return db
    .insertInto("groupQueue")
    .columns(["answerId", "projectId", "askedAt"])
    .expression(
      db
        .selectFrom("answers")
        .select(["id", "projectId", "createdAt"])
        .where("id", "=", answerId)
        .where("keyId", "!=", "")
        .where("ref", "=", ""),
    )
    .onConflict((conflict) => conflict.doNothing());
}

export type QueuedAnswer = {
  answerId: string;
  question: string;
  askedAt: string;
  state: AnswerState;
  answerOutcome: Outcome | "";
  rating: Rating | null;
  /** What search found for it, the best first. */
  passages: AnswerPassage[];
  /** The centre it is at already. */
  centreId: string | null;
  groupId: string | null;
};

/** Those that were asked first, as they are now. */
export async function queuedAnswers(
  db: Database,
  projectId: string,
  limit: number,
): Promise<QueuedAnswer[]> {
  return db
    .selectFrom("groupQueue")
    .innerJoin("answers", "answers.id", "groupQueue.answerId")
    .leftJoin("feedback", "feedback.answerId", "groupQueue.answerId")
    .leftJoin("groupedQuestions", "groupedQuestions.answerId", "groupQueue.answerId")
    .select(["groupQueue.answerId", "groupQueue.askedAt"])
    .select(["answers.question", "answers.state", "answers.answerOutcome", "answers.passages"])
    .select(["feedback.rating", "groupedQuestions.centreId", "groupedQuestions.groupId"])
    .where("groupQueue.projectId", "=", projectId)
    .orderBy("groupQueue.askedAt")
    .orderBy("groupQueue.answerId")
    .limit(limit)
    .execute();
}

export async function dropFromQueue(trx: DatabaseTransaction, answerIds: string[]): Promise<void> {
  for (const some of inChunks(answerIds))
    await trx.deleteFrom("groupQueue").where("answerId", "in", some).execute();
}

export async function countQueue(db: Database, projectId: string): Promise<number> {
  const row = await db
    .selectFrom("groupQueue")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("projectId", "=", projectId)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Projects with something to do: answers to look at, or groups whose questions have come or gone. */
export async function projectsToGroup(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("groupQueue")
    .select("projectId")
    .union(db.selectFrom("questionGroups").select("projectId").where("isStale", "=", true))
    .execute();
  return rows.map(({ projectId }) => projectId);
}

/** Projects with groups whose nearest page was looked for in docs that are not the current ones. */
export async function projectsWithoutPages(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("projects")
    .select("projects.id")
    .where("projects.currentRevisionId", "is not", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("questionGroups")
          .select("questionGroups.id")
          .whereRef("questionGroups.projectId", "=", "projects.id")
          .whereRef("questionGroups.pageRevisionId", "!=", "projects.currentRevisionId")
          .where("questionGroups.mergedInto", "=", "")
          .where("questionGroups.size", ">", 0),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}
