import { type Actor, permit } from "../../lib/actor.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Wake } from "../../lib/wake.ts";
import { answerStatus, requestStop } from "../../store/answers/answers.ts";
import type { Chat } from "../../store/answers/threads.ts";
import type { Database } from "../../store/database.ts";
import { stopsKey } from "../log/answer-stop.ts";
import { closeStopped } from "../log/cut-answer.ts";
import { isChatOfCaller } from "./resume.ts";

type Deps = { db: Database; clock: Clock; wake: Wake };

/** A writer that lives hears of a stop within a second and then has another for its last words. */
const patienceMs = 3_000;
const lookMs = 250;

/**
 * Ends a chat's running answer for good, on whatever node it is written, and waits for its end: a question asked next
 * finds the text so far in its thread. False: nothing was running. Undefined: there is no such chat of this reader.
 */
export async function stopAnswer(
  deps: Deps,
  actor: Actor,
  chat: Chat,
): Promise<boolean | undefined> {
  permit(actor, "assistant", chat.projectId);
  if (!(await isChatOfCaller(deps.db, chat))) return undefined;
  const answerIds = await requestStop(deps.db, chat, deps.clock.now().toISOString());
  deps.wake.notify(stopsKey);
  const cut = await Promise.all(answerIds.map((answerId) => untilCut(deps, answerId)));
  return cut.includes(true);
}

/** False: the answer had come to its own end before the stop reached it. */
async function untilCut(deps: Deps, answerId: string): Promise<boolean> {
  const listener = deps.wake.listen(answerId);
  const deadline = performance.now() + patienceMs;
  try {
    for (;;) {
      const status = await answerStatus(deps.db, answerId);
      if (status?.state !== "streaming") return status?.state === "cut";
      await listener.wait(lookMs);
      if (performance.now() < deadline) continue;
      await closeStopped(deps.db, answerId, deps.clock.now());
      deps.wake.notify(answerId);
    }
  } finally {
    listener.close();
  }
}
