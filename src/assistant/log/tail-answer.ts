import { endsAnswer } from "../../contract/answer-events.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { tailLog } from "../../lib/tail-log.ts";
import type { Wake } from "../../lib/wake.ts";
import { answerStatus, eventsAfter, type LoggedEvent } from "../../store/answers/answers.ts";
import type { Database } from "../../store/database.ts";
import { waitForStore } from "../../store/store-fault.ts";
import type { AnswerLog } from "./answer-log.ts";
import { cutAnswer } from "./cut-answer.ts";

export type TailDeps = {
  db: Database;
  wake: Wake;
  clock: Clock;
  /** Told who reads what it writes, and knows what it has just written; absent where nothing is written. */
  runner?: { attend(answerId: string): () => void; recent: AnswerLog["recent"] };
};

/** Reads an answer's log from `afterSeq` on until its last event. */
export function tailAnswer(
  deps: TailDeps,
  answerId: string,
  afterSeq: number,
  signal: AbortSignal,
): AsyncGenerator<LoggedEvent> {
  const { runner } = deps;
  const log = {
    read: (seq: number) =>
      runner?.recent(answerId, seq) ?? waitForStore(() => eventsAfter(deps.db, answerId, seq)),
    isLast: ({ event }: LoggedEvent) => endsAnswer(event),
    isOver: (seq: number) =>
      runner?.recent(answerId, seq) === undefined && waitForStore(() => isOver(deps, answerId)),
    ...(runner && { attend: () => runner.attend(answerId) }),
  };
  return tailLog(log, () => deps.wake.listen(answerId), { afterSeq, signal });
}

/** Also closes an answer whose writer is gone, so that its readers get an error and not silence. */
async function isOver(deps: TailDeps, answerId: string): Promise<boolean> {
  const status = await answerStatus(deps.db, answerId);
  if (!status) throw new AppError("not_found", "This answer was removed while it was being read.");
  if (status.state !== "streaming") return true;
  const now = deps.clock.now();
  if (status.leaseExpiresAt >= now.toISOString()) return false;
  await cutAnswer(deps.db, answerId, now);
  return true;
}
