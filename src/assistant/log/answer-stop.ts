import type { AnswerEvent } from "../../contract/answer-events.ts";
import type { Log } from "../../lib/log.ts";
import type { Wake } from "../../lib/wake.ts";
import { endedElsewhere } from "../../store/answers/answers.ts";
import type { Database } from "../../store/database.ts";

/** Why an answer ends before its end although nothing is wrong with it. */
export type AnswerStopReason =
  | "stopped by the reader"
  | "left by its readers"
  | "the server is stopping"
  | "closed by someone else";

/** The reason of the abort that every running answer listens for. */
export class AnswerStop extends Error {
  readonly reason: AnswerStopReason;

  constructor(reason: AnswerStopReason) {
    super(reason);
    // The SDK and the providers hand on what is called so, and neither retry nor report it.
    this.name = "AbortError";
    this.reason = reason;
  }
}

/** Undefined: whatever ended the answer was a fault. */
export function stopOf(signal: AbortSignal): AnswerStop | undefined {
  return signal.aborted && signal.reason instanceof AnswerStop ? signal.reason : undefined;
}

/** How a stopped answer ends for its readers, and what its record says. */
export function endingOf(reason: AnswerStopReason): { event: AnswerEvent; error: string } {
  if (reason === "stopped by the reader") return { event: { type: "abort" }, error: reason };
  const errorText = sentences[reason];
  return { event: { type: "error", errorText }, error: errorText };
}

const sentences: Record<Exclude<AnswerStopReason, "stopped by the reader">, string> = {
  "left by its readers":
    "The answer was ended because nobody was reading it any more. Please ask again.",
  "the server is stopping":
    "The server is restarting and could not finish this answer. Please ask again in a moment.",
  "closed by someone else":
    "The answer was cut off because the server did not get on with it. Please ask again.",
};

/** Told when a reader has stopped some answer. */
export const stopsKey = "answer stops";

const lookMs = 1_000;

type Deps = { db: Database; wake: Wake; log: Log };
type Watched = ReadonlyMap<string, { stop(reason: AnswerStopReason): void }>;

/** Tells the answers of this node what was decided about them on another: that a reader stopped them, or that they were closed. */
export function createStopWatch(deps: Deps, answers: Watched) {
  let endRound: (() => void) | undefined;

  async function watch(): Promise<void> {
    const listener = deps.wake.listen(stopsKey);
    let isOver = false;
    endRound = () => {
      isOver = true;
      endRound = undefined;
      listener.close();
    };
    while (!isOver) {
      await listener.wait(lookMs);
      if (!isOver) await look();
    }
  }

  async function look(): Promise<void> {
    try {
      for (const { id, why } of await endedElsewhere(deps.db, [...answers.keys()])) {
        const reason = why === "stopped" ? "stopped by the reader" : "closed by someone else";
        answers.get(id)?.stop(reason);
      }
    } catch (error) {
      deps.log.warn({ err: error }, "could not look which answers were stopped");
    }
  }

  return {
    /** To be called whenever the answers have become more or fewer: it watches while there are any. */
    follow() {
      if (answers.size === 0) return endRound?.();
      if (!endRound) void watch();
    },
    close: () => endRound?.(),
  };
}
