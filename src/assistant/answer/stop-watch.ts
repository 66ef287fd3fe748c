import type { Log } from "../../lib/log.ts";
import type { Wake } from "../../lib/wake.ts";
import { endedElsewhere } from "../../store/answers/answer-stops.ts";
import type { Database } from "../../store/database.ts";
import type { AnswerStopReason } from "./answer-stop.ts";

/** Told when a reader has stopped some answer. */
export const stopsKey = "answer stops";

const lookMs = 1_000;

type Deps = { db: Database; wake: Wake; log: Log };
type Watched = ReadonlyMap<string, { stop(reason: AnswerStopReason): void }>;

/** Tells the answers of this node what was decided about them on another: that a reader stopped them, or that they were closed. */
export type StopWatch = {
  /** To be called whenever the answers have become more or fewer: it watches while there are any. */
  follow(): void;
  close(): void;
};

export function createStopWatch(deps: Deps, answers: Watched): StopWatch {
  let endRound: (() => void) | undefined;

  async function watch(): Promise<void> {
    const listener = deps.wake.listen(stopsKey);
    let over = false;
    endRound = () => {
      over = true;
      endRound = undefined;
      listener.close();
    };
    while (!over) {
      await listener.wait(lookMs);
      if (!over) await look();
    }
  }

  async function look(): Promise<void> {
    try {
      for (const { id, why } of await endedElsewhere(deps.db, [...answers.keys()]))
        answers
          .get(id)
          ?.stop(why === "stopped" ? "stopped by the reader" : "closed by someone else");
    } catch (error) {
      deps.log.warn({ err: error }, "could not look which answers were stopped");
    }
  }

  return {
    follow() {
      if (answers.size === 0) return endRound?.();
      if (!endRound) void watch();
    },
    close: () => endRound?.(),
  };
}
