import { endsAnswer } from "../contract/answer-events.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import type { Wake } from "../lib/wake.ts";
import { answerStatus, eventsAfter, type LoggedEvent } from "../store/answers.ts";
import type { Database } from "../store/database.ts";
import { cutAnswer } from "./cut-answer.ts";

type Deps = { db: Database; wake: Wake; clock: Clock };

const pollMs = 1_000;

/** Reads an answer's log from `afterSeq` on, waiting for more until its last event. Any number of readers, on any node. */
export async function* tailAnswer(
  deps: Deps,
  answerId: string,
  afterSeq: number,
  signal: AbortSignal,
): AsyncGenerator<LoggedEvent> {
  const listener = deps.wake.listen(answerId);
  const stop = () => listener.close();
  signal.addEventListener("abort", stop);
  try {
    let seq = afterSeq;
    while (!signal.aborted) {
      const events = await eventsAfter(deps.db, answerId, seq);
      for (const event of events) {
        yield event;
        seq = event.seq;
        if (endsAnswer(event.event)) return;
      }
      if (events.length > 0) continue;
      if (await isOver(deps, answerId)) {
        if ((await eventsAfter(deps.db, answerId, seq)).length === 0) return;
        continue;
      }
      await listener.wait(pollMs);
    }
  } finally {
    signal.removeEventListener("abort", stop);
    listener.close();
  }
}

/** Also closes an answer whose writer is gone, so that its readers get an error and not silence. */
async function isOver(deps: Deps, answerId: string): Promise<boolean> {
  const status = await answerStatus(deps.db, answerId);
  if (!status) throw new AppError("not_found", "This answer was removed while it was being read.");
  if (status.state !== "streaming") return true;
  const now = deps.clock.now();
  if (status.leaseExpiresAt >= now.toISOString()) return false;
  await cutAnswer(deps.db, answerId, now);
  return true;
}
