import type { AnswerEvent } from "../../contract/answer-events.ts";

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
export function endingOf(stop: AnswerStop): { event: AnswerEvent; error: string } {
  if (stop.reason === "stopped by the reader")
    return { event: { type: "abort" }, error: stop.reason };
  const errorText = sentences[stop.reason];
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
