import type { Rating } from "../../contract/feedback.ts";
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
    .columns(["answer_id", "project_id", "rating", "comment", "created_at"])
    .expression(
      db
        .selectFrom("answers")
        .select(({ val }) => [
          "id",
          "project_id",
          val(rating).as("rating"),
          val(comment).as("comment"),
          val(at).as("created_at"),
        ])
        .where("project_id", "=", projectId)
        .where("thread_id", "=", threadId)
        .where("message_id", "=", messageId),
    )
    .onConflict((conflict) =>
      conflict.column("answer_id").doUpdateSet({ rating, comment, created_at: at }),
    )
    .returning("answer_id")
    .execute();
  return written.length > 0;
}
