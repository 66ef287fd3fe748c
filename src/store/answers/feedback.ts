import type { Rating } from "../../contract/insights/feedback.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import { queueAnswer } from "../insights/group-queue.ts";
import { noteRating } from "./asked-questions.ts";

export type NewFeedback = {
  projectId: string;
  threadId: string;
  /** The message that holds the answer. */
  messageId: string;
  rating: Rating;
  comment: string;
  at: string;
};

/** Replaces what was said before. False: there is no such answer. */
export async function putFeedback(db: Database, feedback: NewFeedback): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const rated = await writeFeedback(trx, feedback);
    if (rated === undefined) return false;
    await noteRating(trx, rated, feedback.rating);
    await queueAnswer(trx, rated);
    return true;
  });
}

/** One statement, so that an answer deleted meanwhile is no fault. */
async function writeFeedback(
  db: DatabaseTransaction,
  feedback: NewFeedback,
): Promise<string | undefined> {
  const { projectId, threadId, messageId, rating, comment, at } = feedback;
  const written = await db
    .insertInto("feedback")
    .columns(["answerId", "projectId", "rating", "comment", "createdAt"])
    .expression(
      db
        .selectFrom("answers")
        .select(({ val }) => [
          "id",
          "projectId",
          val(rating).as("rating"),
          val(comment).as("comment"),
          val(at).as("createdAt"),
        ])
        .where("projectId", "=", projectId)
        .where("threadId", "=", threadId)
        .where("messageId", "=", messageId),
    )
    .onConflict((conflict) =>
      conflict.column("answerId").doUpdateSet({ rating, comment, createdAt: at }),
    )
    .returning("answerId")
    .execute();
  return written[0]?.answerId;
}
