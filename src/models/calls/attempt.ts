import type { ModelLimits, Timers } from "./limits.ts";
import { ModelFault } from "./model-fault.ts";

/** One request to a model's server, under its time limits. */
export type Attempt = {
  /** Aborted by the caller, by a time limit or by `close`. */
  signal: AbortSignal;
  /** Called for the first token, and for every sign of life after it. */
  alive(): void;
  /** Settles as the promise does, or rejects with the signal's reason when that comes first. */
  race<T>(promise: PromiseLike<T>): Promise<T>;
  /** Ends the request, if it still runs, and its limits. */
  close(): void;
};

export function openAttempt(limits: ModelLimits, timers: Timers, callSignal: AbortSignal): Attempt {
  const stop = new AbortController();
  const signal = AbortSignal.any([callSignal, stop.signal]);
  let begun = false;
  const watch = (milliseconds: number, what: string) =>
    timers.alarm(milliseconds, () => stop.abort(timeout(what, milliseconds, !begun)));
  let cancel = watch(limits.firstTokenMs, "gave no first token");
  return {
    signal,
    alive() {
      begun = true;
      cancel();
      cancel = watch(limits.silenceMs, "fell silent");
    },
    race: (promise) => raceAbort(promise, signal),
    close() {
      cancel();
      stop.abort();
    },
  };
}

export function timeout(what: string, milliseconds: number, beforeFirstToken: boolean): ModelFault {
  const message = `The model's server ${what} within ${milliseconds} ms.`;
  return new ModelFault("timeout", message, { beforeFirstToken, mayPass: beforeFirstToken });
}

/** Not every model heeds its signal. */
function raceAbort<T>(promise: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).then(() => signal.removeEventListener("abort", stop));
  });
}
