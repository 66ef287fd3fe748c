import { newId } from "../../src/lib/ids.ts";
import { finishAnswer } from "../../src/store/answers/answers.ts";
import { insertTurn } from "../../src/store/answers/insert-turn.ts";
import type { Database, DatabaseTransaction } from "../../src/store/database.ts";

export const oldDays = 60;
export const eventsOfAnswer = 40;

/** Questions of two months ago, each answered in a thread of its own with as many events as answers of a model have. */
export async function fillOldAnswers(
  db: Database,
  { projectId, answers }: { projectId: string; answers: number },
): Promise<void> {
  for (let done = 0; done < answers; done += 500)
    await db.transaction().execute(async (trx) => {
      for (let number = done; number < Math.min(done + 500, answers); number += 1)
        await writeAnswer(trx, projectId, number);
    });
}

async function writeAnswer(
  trx: DatabaseTransaction,
  projectId: string,
  number: number,
): Promise<void> {
  const at = new Date(Date.now() - oldDays * 86_400_000 - number * 1_000).toISOString();
  const [answerId, threadId, messageId] = [newId("ans"), newId("thr"), newId("msg")];
  const question = `How do I set option ${number} of the ${number % 97}th server?`;
  const delta = "some words of the answer ";
  await insertTurn(trx, {
    thread: { id: threadId, projectId, fp: "anonymous" },
    answer: {
      ...{ id: answerId, projectId, threadId, messageId, chatId: "", fp: "anonymous", question },
      ...{ keyId: "key_1", revisionId: null, createdAt: at, leaseExpiresAt: at },
    },
    messages: [
      { id: newId("msg"), role: "user", clientId: "", answerId: null, text: question },
      { id: messageId, role: "assistant", clientId: "", answerId, text: "" },
    ],
    ordinal: 1,
    events: Array.from({ length: eventsOfAnswer }, (_, index) => ({
      answerId,
      seq: index + 1,
      event: { type: "text-delta", id: "answer", delta },
    })),
  });
  const text = delta.repeat(eventsOfAnswer);
  const record = { state: "answered", text, model: "m", passages: [], citations: [], error: "" };
  await finishAnswer(trx, { id: answerId, at, record: { ...record, state: "answered" } });
}
