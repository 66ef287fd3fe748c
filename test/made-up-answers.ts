import { readTimings } from "../src/analytics/to-asked-question.ts";
import { newId } from "../src/lib/ids.ts";
import { type AnswerRecord, finishAnswer } from "../src/store/answers/answers.ts";
import { insertTurn } from "../src/store/answers/insert-turn.ts";
import {
  findThread,
  insertThread,
  lastOrdinal,
  rememberChat,
} from "../src/store/answers/threads.ts";
import type { Database } from "../src/store/database.ts";

export type MadeUpAnswer = {
  answerId: string;
  threadId: string;
  messageId: string;
  createdAt: string;
};

type Wish = {
  projectId: string;
  at: string;
  fp?: string;
  question?: string;
  threadId?: string;
  revisionId?: string;
  /** Absent: it is still being written. */
  record?: Partial<AnswerRecord> | undefined;
  timings?: string;
  /** "" for a member's; a reader's when left out. */
  keyId?: string;
  /** The branch it was asked of; that of readers when left out. */
  ref?: string;
};

/** For tests: a question with its answer, an event and a chat, asked at any time by anybody. */
export async function makeUpAnswer(db: Database, wish: Wish): Promise<MadeUpAnswer> {
  const { projectId, at, fp = "anonymous", question = "Why?" } = wish;
  const threadId = wish.threadId ?? newId("thr");
  const [answerId, messageId] = [newId("ans"), newId("msg")];
  await db.transaction().execute(async (trx) => {
    if (!(await findThread(trx, threadId))) {
      await insertThread(trx, { id: threadId, projectId, fp }, at);
      await rememberChat(trx, { projectId, chatId: `chat of ${threadId}`, fp, threadId });
    }
    const asked = { id: newId("msg"), role: "user", clientId: "", answerId: null } as const;
    const reply = { id: messageId, role: "assistant", clientId: "", text: "", answerId } as const;
    const event = { type: "text-delta", id: "answer", delta: question } as const;
    const about = { id: answerId, projectId, threadId, messageId, chatId: "", fp, question };
    await insertTurn(trx, {
      answer: {
        ...about,
        keyId: wish.keyId ?? "key_1",
        revisionId: wish.revisionId ?? null,
        ref: wish.ref ?? "",
        createdAt: at,
        leaseExpiresAt: "2999-01-01T00:00:00.000Z",
      },
      messages: [{ ...asked, text: question }, reply],
      ordinal: (await lastOrdinal(trx, threadId)) + 1,
      events: [{ answerId, seq: 1, event }],
    });
    if (wish.record)
      await finishAnswer(trx, { id: answerId, record: { ...plainRecord, ...wish.record }, at });
    if (wish.timings === undefined) return;
    const { timings } = wish;
    await trx.updateTable("answers").set({ timings }).where("id", "=", answerId).execute();
    await trx
      .updateTable("askedQuestions")
      .set(measuredTimes(timings))
      .where("answerId", "=", answerId)
      .execute();
  });
  return { answerId, threadId, messageId, createdAt: at };
}

const plainRecord: AnswerRecord = {
  state: "answered",
  text: "Because [1].",
  model: "scripted",
  passages: [],
  citations: [],
  error: "",
};

/** For tests: what a model used for an answer, or for a job. */
export async function makeUpUsage(
  db: Database,
  wish: { projectId: string; answerId: string; at: string; jobId?: string; keyId?: string },
): Promise<void> {
  await db
    .insertInto("usage")
    .values({
      id: newId("req"),
      projectId: wish.projectId,
      keyId: wish.keyId ?? "key_1",
      answerId: wish.answerId,
      jobId: wish.jobId ?? "",
      step: 1,
      model: "scripted",
      inputTokens: 100,
      outputTokens: 20,
      cacheReadTokens: 7,
      cacheWriteTokens: 3,
      costMicros: 1_500,
      createdAt: wish.at,
    })
    .execute();
}

/** Broken ones count as not measured. */
function measuredTimes(timings: string): { firstTokenMs: number | null; totalMs: number | null } {
  const { firstTokenMs, totalMs } = readTimings(timings);
  return { firstTokenMs, totalMs };
}
