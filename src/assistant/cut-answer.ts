import type { AnswerEvent } from "../contract/answer-events.ts";
import {
  type AnswerRecord,
  abandonedAnswers,
  answerStatus,
  eventsAfter,
  finishAnswer,
  insertEvents,
  lastEventSeq,
} from "../store/answers.ts";
import type { Database } from "../store/database.ts";

const sentence = "The answer was cut off because the server stopped. Please ask again.";

/** Closes an answer whose writer let its lease lapse: the text so far stays, one error event ends the log. */
export async function cutAnswer(db: Database, answerId: string, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const status = await answerStatus(trx, answerId);
    if (status?.state !== "streaming" || status.leaseExpiresAt >= now.toISOString()) return;
    const record: AnswerRecord = {
      state: "cut",
      text: await textSoFar(trx, answerId),
      model: "",
      passages: [],
      citations: [],
      error: sentence,
    };
    if (!(await finishAnswer(trx, answerId, record, now.toISOString()))) return;
    const event: AnswerEvent = { type: "error", errorText: sentence };
    await insertEvents(trx, [{ answerId, seq: (await lastEventSeq(trx, answerId)) + 1, event }]);
  });
}

export async function cutAbandonedAnswers(db: Database, now: Date): Promise<number> {
  const ids = await abandonedAnswers(db, now.toISOString());
  for (const id of ids) await cutAnswer(db, id, now);
  return ids.length;
}

async function textSoFar(db: Database, answerId: string): Promise<string> {
  let text = "";
  let seq = 0;
  for (;;) {
    const events = await eventsAfter(db, answerId, seq);
    if (events.length === 0) return text;
    for (const logged of events) {
      if (logged.event.type === "text-delta") text += logged.event.delta;
      seq = logged.seq;
    }
  }
}
