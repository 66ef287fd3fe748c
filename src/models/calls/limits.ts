import { setTimeout as pause } from "node:timers/promises";

/** What one call of a model may take. */
export type ModelLimits = {
  /** From the request to the first token, for each attempt. */
  firstTokenMs: number;
  /** Between two signs of life after the first token. */
  silenceMs: number;
  /** For the whole call, with all attempts and the pauses between them. */
  totalMs: number;
  maxOutputTokens: number;
  /** After the first attempt, and only before the first token. */
  retries: number;
  /** A server that asks for more is not waited for. */
  longestPauseMs: number;
};

export const defaultLimits: ModelLimits = {
  firstTokenMs: 30_000,
  silenceMs: 60_000,
  totalMs: 300_000,
  maxOutputTokens: 8_192,
  retries: 3,
  longestPauseMs: 30_000,
};

/** Everything that has to do with time and chance, so that tests need neither. */
export type Timers = {
  now(): number;
  /** Rejects with the signal's reason when that comes first. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Rings once, unless the returned function is called before. */
  alarm(milliseconds: number, ring: () => void): () => void;
  /** From 0 to below 1. */
  random(): number;
};

export const systemTimers: Timers = {
  now: Date.now,
  async sleep(milliseconds, signal) {
    await pause(milliseconds, undefined, { signal }).catch((error) => {
      throw signal.aborted ? signal.reason : error;
    });
  },
  alarm(milliseconds, ring) {
    const timer = setTimeout(ring, milliseconds);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};
