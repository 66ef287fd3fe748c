import type { Rating } from "../../contract/insights/feedback.ts";
import type { Database } from "../database.ts";

export type NewFeedback = {
  projectId: string;
  threadId: string;
  /** The message that holds the answer. */
  messageId: string;
  rating: Rating;
  comment: string;
  at: string;
};

/** Replaces what was said before. False: there is no such answer. One statement, so that an answer deleted meanwhile is no fault. */
export async function putFeedback(db: Database, feedback: NewFeedback): Promise<boolean> {
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
  return written.length > 0;
}
