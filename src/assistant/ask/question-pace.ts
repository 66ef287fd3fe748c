import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../lib/app-error.ts";

export type QuestionPace = {
  /** Resolves when a question from this network may begin, or throws because too many wait already. */
  take(network: string): Promise<void>;
};

/** While others ask as well, this long is left between the questions of one network. */
const betweenMs = 100;
/** A few may come at once, as from a page that asks for more than one thing. */
const atOnce = 5;
const longestWaitMs = 10_000;
/** Somebody who asked this long ago is still there. */
const presentMs = 10_000;

/**
 * Hundreds of questions that a network sends at once begin one after the other with pauses, in which others are served: each
 * takes work and statements that the next ones would wait behind. Whoever is alone waits for nothing.
 */
export function createQuestionPace(nowMs: () => number = () => performance.now()): QuestionPace {
  /** In the order of the last questions. */
  const networks = new Map<string, { askedAt: number; nextAt: number }>();
  return {
    async take(network) {
      const now = nowMs();
      for (const [other, { askedAt }] of networks) {
        if (now - askedAt < presentMs) break;
        networks.delete(other);
      }
      const known = networks.get(network);
      networks.delete(network);
      const isAlone = networks.size === 0;
      const nextAt = Math.max(known?.nextAt ?? 0, now - atOnce * betweenMs);
      const waitMs = isAlone ? 0 : nextAt - now;
      const isFull = waitMs > longestWaitMs;
      networks.set(network, {
        askedAt: now,
        nextAt: isAlone ? now : nextAt + (isFull ? 0 : betweenMs),
      });
      if (isFull) throw tooMany();
      if (waitMs > 0) await pause(waitMs);
    },
  };
}

function tooMany(): AppError {
  return new AppError(
    "rate_limited",
    "Many questions come from your network at the moment. Please ask again in a few seconds.",
    { retryAfterSeconds: 5 },
  );
}
