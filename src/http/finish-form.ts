import type { AnswerEvent, PlainFinish } from "../contract/answer-events.ts";
import type { FinishForm } from "../contract/assistant.ts";

export type LoggedAnswer = AsyncGenerator<{ seq: number; event: AnswerEvent | PlainFinish }>;

/** The log holds `finish` once; what a client gets of it depends on how strict the client is. */
export async function* finishAs(
  events: AsyncGenerator<{ seq: number; event: AnswerEvent }>,
  form: FinishForm,
): LoggedAnswer {
  for await (const { seq, event } of events) {
    const metadata = event.type === "finish" ? event.messageMetadata : undefined;
    if (form === "metadata" || metadata === undefined) yield { seq, event };
    else
      yield {
        seq,
        event: { type: "finish", threadId: metadata.threadId, messageMetadata: metadata },
      };
  }
}
