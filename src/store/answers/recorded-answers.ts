import type { Citation } from "../../contract/answer-events.ts";
import type { Database } from "../database.ts";
import type { AnswerState } from "../tables.ts";

export type RecordedAnswer = {
  id: string;
  projectId: string;
  threadId: string;
  messageId: string;
  fp: string;
  question: string;
  text: string;
  state: AnswerState;
  model: string;
  revisionId: string | null;
  citations: Citation[];
  /** Settings of the request as JSON; "" where none were recorded. */
  request: string;
  createdAt: string;
};

export async function findRecordedAnswer(
  db: Database,
  id: string,
): Promise<RecordedAnswer | undefined> {
  const row = await db.selectFrom("answers").selectAll().where("id", "=", id).executeTakeFirst();
  return (
    row && {
      id: row.id,
      projectId: row.project_id,
      threadId: row.thread_id,
      messageId: row.message_id,
      fp: row.fp,
      question: row.question,
      text: row.text,
      state: row.state,
      model: row.model,
      revisionId: row.revision_id,
      citations: JSON.parse(row.citations),
      request: row.request,
      createdAt: row.created_at,
    }
  );
}

type PastMessage = { role: "user" | "assistant"; text: string };

/** The conversation as it stood when the question was asked, without the question: what was replaced later is in it. */
export async function historyBefore(db: Database, answer: RecordedAnswer): Promise<PastMessage[]> {
  const own = await db
    .selectFrom("messages")
    .select("ordinal")
    .where("id", "=", answer.messageId)
    .executeTakeFirst();
  const rows = await db
    .selectFrom("messages")
    .select(["role", "text"])
    .where("thread_id", "=", answer.threadId)
    .where("ordinal", "<", own?.ordinal ?? 0)
    .where((expression) =>
      expression.or([
        expression("superseded_at", "is", null),
        expression("superseded_at", ">", answer.createdAt),
      ]),
    )
    .orderBy("ordinal")
    .execute();
  const asked = rows.findLastIndex((row) => row.role === "user" && row.text === answer.question);
  return rows.slice(0, Math.max(asked, 0));
}
