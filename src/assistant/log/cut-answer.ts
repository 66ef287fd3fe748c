import type { AnswerEvent } from "../../contract/answer-events.ts";
import {
  type AnswerStatus,
  abandonedAnswers,
  answerStatus,
  eventsAfter,
  finishAnswer,
  insertEvents,
  lastEventSeq,
} from "../../store/answers/answers.ts";
import type { Database, DatabaseTransaction } from "../../store/database.ts";
import { endingOf } from "./answer-stop.ts";

const sentence = "The answer was cut off because the server stopped. Please ask again.";
const attempts = 5;

type Closing = {
  answerId: string;
  now: Date;
  ending: { event: AnswerEvent; error: string };
  isDue(status: AnswerStatus): boolean;
};

/** Closes an answer whose writer let its lease lapse: the text so far stays, one error event ends the log. */
export async function cutAnswer(db: Database, answerId: string, now: Date): Promise<void> {
  const ending: Closing["ending"] = {
    event: { type: "error", errorText: sentence },
    error: sentence,
  };
  const isDue = (status: AnswerStatus) => status.leaseExpiresAt < now.toISOString();
  await closeAnswer(db, { answerId, now, ending, isDue });
}

/** Closes an answer that a reader stopped and whose writer does not react. */
export async function closeStopped(db: Database, answerId: string, now: Date): Promise<void> {
  const ending = endingOf("stopped by the reader");
  await closeAnswer(db, { answerId, now, ending, isDue: () => true });
}

export async function cutAbandonedAnswers(db: Database, now: Date): Promise<number> {
  const ids = await abandonedAnswers(db, now.toISOString());
  for (const id of ids) await cutAnswer(db, id, now);
  return ids.length;
}

/** A writer that is alive after all may take the place of the last event in the same moment: then it is done again, behind. */
async function closeAnswer(db: Database, closing: Closing): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.transaction().execute((trx) => writeEnding(trx, closing));
      return;
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}

async function writeEnding(
  trx: DatabaseTransaction,
  { answerId, now, ending, isDue }: Closing,
): Promise<void> {
  const status = await answerStatus(trx, answerId);
  if (status?.state !== "streaming" || !isDue(status)) return;
  const text = await textSoFar(trx, answerId);
  const record = { text, model: "", passages: [], citations: [], error: ending.error };
  const finished = {
    id: answerId,
    record: { ...record, state: "cut" },
    at: now.toISOString(),
  } as const;
  if (!(await finishAnswer(trx, finished))) return;
  const seq = (await lastEventSeq(trx, answerId)) + 1;
  await insertEvents(trx, [{ answerId, seq, event: ending.event }]);
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
