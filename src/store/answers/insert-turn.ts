import { together } from "../commit/together.ts";
import type { Handle } from "../kind-of.ts";
import type { Row } from "../tables.ts";
import { answerRows, eventRows, type NewAnswer } from "./answers.ts";
import { messageRows, type Thread, type ThreadMessage, threadRow } from "./threads.ts";

export type NewTurn = {
  /** Absent where it is there already. */
  thread?: Thread | undefined;
  answer: NewAnswer;
  /** Those of the question and of its answer; the first one has the number given. */
  messages: Omit<ThreadMessage, "ordinal">[];
  ordinal: number;
  events: Row<"answerEvents">[];
};

/** Writes down a question and the answer that begins. */
export async function insertTurn(db: Handle, turn: NewTurn): Promise<void> {
  const { thread, answer, messages, ordinal, events } = turn;
  const { threadId, createdAt: at } = answer;
  await together(db, (handle) => [
    ...(thread ? [threadRow(handle, thread, at)] : []),
    ...answerRows(handle, answer),
    messageRows(handle, { threadId, ordinal, at }, messages),
    ...eventRows(handle, events),
  ]);
}
