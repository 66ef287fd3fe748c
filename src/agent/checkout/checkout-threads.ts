import { setTimeout as sleep } from "node:timers/promises";
import { createThreadCalls, TooCostly } from "../../lib/thread-calls.ts";
import { untilAborted } from "../../lib/until-aborted.ts";
import type { CheckoutReply, CheckoutRequest } from "./checkout-request.ts";
import { markMemory, type Reading, readingMark } from "./reading-mark.ts";

/** Threads on which jobs read: as many as there are jobs at the same time. */
export type CheckoutThreads = {
  /** One for a job alone, so that no job waits for what another one reads. */
  take(): CheckoutThread;
};

export type CheckoutThread = {
  /** Rejects with CostlyReading when the thread had to be ended, and with the signal's reason as soon as that is aborted. */
  ask(request: CheckoutRequest, signal: AbortSignal): Promise<CheckoutReply>;
  /** For the next job. */
  giveBack(): void;
};

/** A request that was too costly, and what the thread was at. */
export class CostlyReading extends Error {
  readonly reading: Reading | undefined;

  constructor(reading: Reading | undefined, cause: unknown) {
    super("a request to a checkout was too costly", { cause });
    this.name = "CostlyReading";
    this.reading = reading;
  }
}

export type CheckoutThreadOptions = {
  /** The processor's time that a thread may take without coming to another file or taking a breath. */
  processorMs?: number;
  program?: URL;
};

/** Ten times what docs of ten thousand pages need at most, for machines that are ten times slower. */
const usualProcessorMs = 30_000;
const idleMs = 30_000;
const memoryLimits = { maxOldGenerationSizeMb: 2_048 };
/** How long a thread that is to stop may take to end its git commands. */
const graceMs = 1_000;

export function createCheckoutThreads(options: CheckoutThreadOptions = {}): CheckoutThreads {
  const free: CheckoutThread[] = [];
  return {
    take: () => free.pop() ?? openThread(options, (thread) => void free.push(thread)),
  };
}

function openThread(
  { processorMs = usualProcessorMs, program }: CheckoutThreadOptions,
  onFree: (thread: CheckoutThread) => void,
): CheckoutThread {
  const memory = markMemory();
  const mark = readingMark(memory);
  const calls = createThreadCalls<CheckoutRequest, CheckoutReply>({
    program: program ?? new URL("./checkout-thread.ts", import.meta.url),
    workerData: { mark: memory },
    processorMs: () => processorMs,
    progress: mark.count,
    ...{ idleMs, memoryLimits },
  });
  let stopping: Promise<unknown> = Promise.resolve();

  /** Git commands are ended by whoever started them. A thread that does not hear is ended itself. */
  const stop = async (running: Promise<unknown>) => {
    const stopped = Promise.allSettled([running, calls.call({ kind: "stop" })]);
    const isHeard = await Promise.race([stopped, sleep(graceMs, undefined)]);
    if (isHeard === undefined) await calls.close();
  };

  const thread: CheckoutThread = {
    async ask(request, signal) {
      await stopping;
      signal.throwIfAborted();
      const running = calls.call(request);
      try {
        return await untilAborted(running, signal);
      } catch (cause) {
        if (signal.aborted) {
          stopping = stop(running);
          throw signal.reason;
        }
        throw cause instanceof TooCostly ? new CostlyReading(mark.get(), cause) : cause;
      }
    },
    giveBack: () => void stopping.then(() => onFree(thread)),
  };
  return thread;
}
