import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";
import { toTurn } from "./job-turns.ts";

export type StoredComment = Row<"changeComments">;
type ChangeKey = Pick<StoredComment, "projectId" | "number">;
type CommentKey = ChangeKey & Pick<StoredComment, "commentId">;

/** One that is known already stays as it is. */
export async function insertComment(db: Database, comment: StoredComment): Promise<void> {
  await db
    .insertInto("changeComments")
    .values(comment)
    .onConflict((conflict) => conflict.columns(["projectId", "number", "commentId"]).doNothing())
    .execute();
}

/** Oldest first. */
export async function listComments(
  db: Database,
  { projectId, number }: ChangeKey,
): Promise<StoredComment[]> {
  return db
    .selectFrom("changeComments")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("number", "=", number)
    .orderBy("createdAt")
    .orderBy("commentId")
    .execute();
}

export async function markComment(
  db: Database,
  { projectId, number, commentId }: CommentKey,
  patch: Partial<Pick<StoredComment, "state" | "answer">>,
): Promise<void> {
  await db
    .updateTable("changeComments")
    .set(patch)
    .where("projectId", "=", projectId)
    .where("number", "=", number)
    .where("commentId", "=", commentId)
    .execute();
}

/** Comments that became a message of a job, whose turn with that message has ended. */
export async function answerableComments(db: Database): Promise<StoredComment[]> {
  const rows = await db
    .selectFrom("changeComments")
    .innerJoin("jobs", "jobs.id", "changeComments.jobId")
    .selectAll("changeComments")
    .select(["jobs.turn", "jobs.messageToUser"])
    .where("changeComments.state", "=", "asked")
    .where("jobs.state", "=", "halted")
    .orderBy("changeComments.updatedAt", "desc")
    .limit(1_000)
    .execute();
  const ended: StoredComment[] = [];
  for (const { turn, messageToUser, ...comment } of rows) {
    const message = await db
      .selectFrom("jobMessages")
      .select("seq")
      .where("jobId", "=", comment.jobId)
      .where("idempotencyKey", "=", messageKey(comment.commentId))
      .executeTakeFirst();
    if (message && message.seq > toTurn(turn).heard) continue;
    ended.push({ ...comment, answer: messageToUser });
  }
  return ended;
}

/** What a comment is sent to its job with, so that it is sent once. */
export function messageKey(commentId: string): string {
  const review = reviewOf(commentId);
  return review === undefined ? `comment ${commentId}`.slice(0, 255) : reviewKey(review);
}

/** All remarks of a review are one message. */
export function reviewKey(review: string): string {
  return `review ${review}`;
}

export function reviewCommentId(review: string, index: number): string {
  return `review ${index} ${review}`;
}

/** The review that a comment is a remark of; undefined for what was written on a forge. */
export function reviewOf(commentId: string): string | undefined {
  return /^review \d+ (.*)$/s.exec(commentId)?.[1];
}

/** Which side of the diff a comment is about: a remark of a review has no thread elsewhere, and keeps it in that place. */
export function sideOf({ commentId, thread }: StoredComment): "old" | "new" {
  return reviewOf(commentId) !== undefined && thread === "old" ? "old" : "new";
}
