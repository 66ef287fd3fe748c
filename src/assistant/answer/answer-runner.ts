import type { AnswerEvent } from "../../contract/answer-events.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Log } from "../../lib/log.ts";
import type { AnswerRecord } from "../../store/answers/answers.ts";
import { startEvent } from "../ask/open-turn.ts";
import type { AnswerLog } from "../log/answer-log.ts";
import { AnswerStop, type AnswerStopReason, endingOf, stopOf } from "../log/answer-stop.ts";
import { type AnswerSlot, type Asker, createAnswerSlots } from "./answer-slots.ts";
import type { AnswerInput } from "./write.ts";

export type AnswerRunner = ReturnType<typeof createAnswerRunner>;

/** Yields what the reader sees between `start` and the last event, and returns the record. */
export type Story = (
  input: AnswerInput,
  signal: AbortSignal,
) => AsyncGenerator<AnswerEvent, AnswerRecord>;

type RunnerDeps = {
  answerLog: AnswerLog;
  log: Log;
  story: Story;
  /** What the record of an answer that broke off names as its model. */
  modelId: string;
  onEnd?: (record: AnswerRecord, input: AnswerInput) => void;
  /** How long an answer goes on that nobody reads, unless its place is needed. */
  unreadGraceMs?: number;
  limits: Parameters<typeof createAnswerSlots>[0];
};

type Running = {
  slot: AnswerSlot;
  stop(reason: AnswerStopReason): void;
  readers: number;
  unreadTimer: NodeJS.Timeout | undefined;
  ended: Promise<void>;
};

const defaultUnreadGraceMs = 300_000;
const failure = "The assistant could not finish this answer. Please ask again in a moment.";
/** What a story that was told to stop may take to hand in its record. */
const lastWordsMs = 1_000;

/** Runs answers in the background, so that none depends on its reader's connection. */
export function createAnswerRunner(deps: RunnerDeps) {
  const running = new Map<string, Running>();
  const slots = createAnswerSlots(deps.limits);
  let isStopping = false;

  function leaveUnread(one: Running): void {
    const graceMs = deps.unreadGraceMs ?? defaultUnreadGraceMs;
    one.unreadTimer = setTimeout(() => one.stop("left by its readers"), graceMs).unref();
  }

  async function run(input: AnswerInput, slot: AnswerSlot, signal: AbortSignal): Promise<void> {
    await runAnswer(deps, input, signal);
    slot.release();
    clearTimeout(running.get(input.turn.answerId)?.unreadTimer);
    running.delete(input.turn.answerId);
  }

  return {
    /** A place for an answer, until it is released or the answer that is started in it has ended. Throws when there is none. */
    takeSlot: (asker: Asker): AnswerSlot => slots.take(asker),
    start(input: AnswerInput, slot: AnswerSlot): void {
      const { answerId } = input.turn;
      const abort = new AbortController();
      const stop = (reason: AnswerStopReason) => abort.abort(new AnswerStop(reason));
      deps.answerLog.open(answerId, startEvent(input.turn), stop);
      slot.end = () => stop("left by its readers");
      const ended = run(input, slot, abort.signal);
      const one: Running = { slot, stop, readers: 0, unreadTimer: undefined, ended };
      running.set(answerId, one);
      leaveUnread(one);
      // Of a request that had come in before the server stopped.
      if (isStopping) stop("the server is stopping");
    },
    running: () => running.size,
    /** Says that a reader of this node is there, until the returned function is called. Readers on other nodes are not seen. */
    attend(answerId: string): () => void {
      const one = running.get(answerId);
      if (!one) return () => undefined;
      let isHere = true;
      one.readers += 1;
      one.slot.isLeft = false;
      clearTimeout(one.unreadTimer);
      return () => {
        if (!isHere) return;
        isHere = false;
        one.readers -= 1;
        if (one.readers > 0 || running.get(answerId) !== one) return;
        one.slot.isLeft = true;
        leaveUnread(one);
      };
    },
    /** Committed events behind a place of an answer that runs here; undefined where only the store can tell. */
    recent: deps.answerLog.recent,
    /** Resolves when every answer has ended. After `graceMs` the rest are told to stop, and end with an error event. */
    async drain(graceMs: number): Promise<void> {
      const timer = setTimeout(() => {
        isStopping = true;
        for (const { stop } of running.values()) stop("the server is stopping");
      }, graceMs);
      while (running.size > 0) await Promise.all(running.values().map(({ ended }) => ended));
      clearTimeout(timer);
    },
  };
}

/** Never throws. */
async function runAnswer(deps: RunnerDeps, input: AnswerInput, signal: AbortSignal): Promise<void> {
  try {
    const record = await writeAnswer(deps, input, signal);
    deps.onEnd?.(record, input);
  } catch (error) {
    const { answerId } = input.turn;
    deps.log.error({ err: error, answerId }, "an answer could not be recorded");
  }
}

/** Writes a story into its log to the last event, whatever ends it. Throws only when the store cannot be written. */
async function writeAnswer(
  deps: RunnerDeps,
  input: AnswerInput,
  signal: AbortSignal,
): Promise<AnswerRecord> {
  const { answerLog } = deps;
  const { answerId } = input.turn;
  const events = deps.story(input, signal);
  const steps = createSteps(events, signal);
  let text = "";
  try {
    for (;;) {
      const { done, value } = await steps.next();
      if (done) {
        await answerLog.finish(answerId, [lastEvent(input, value, signal)], value);
        return value;
      }
      signal.throwIfAborted();
      if (value.type === "text-delta") text += value.delta;
      answerLog.append(answerId, value);
    }
  } catch (error) {
    // Lets a story that is still under way clean up; what it says to that is of no interest any more.
    events.throw(error).catch(() => undefined);
    const { event, ...end } = brokenOff(deps, answerId, { error, signal });
    const record = { text, model: deps.modelId, passages: [], citations: [], ...end };
    await answerLog.finish(answerId, [event], record);
    return record;
  } finally {
    steps.close();
  }
}

/** Takes a story's steps. One that does not heed its signal is left behind. */
function createSteps(events: ReturnType<Story>, signal: AbortSignal) {
  let timer: NodeJS.Timeout | undefined;
  let giveUp: (reason: unknown) => void = () => undefined;
  const hurry = () => {
    timer = setTimeout(() => giveUp(signal.reason), lastWordsMs);
  };
  if (signal.aborted) hurry();
  signal.addEventListener("abort", hurry);
  return {
    next: () =>
      new Promise<IteratorResult<AnswerEvent, AnswerRecord>>((resolve, reject) => {
        giveUp = reject;
        events.next().then(resolve, reject);
      }),
    close() {
      signal.removeEventListener("abort", hurry);
      clearTimeout(timer);
    },
  };
}

function lastEvent({ turn }: AnswerInput, record: AnswerRecord, signal: AbortSignal): AnswerEvent {
  const stop = stopOf(signal);
  if (stop && record.state === "cut") return endingOf(stop.reason).event;
  if (record.error !== "") return { type: "error", errorText: record.error };
  return { type: "finish", messageMetadata: { threadId: turn.threadId } };
}

function brokenOff(
  { log }: RunnerDeps,
  answerId: string,
  { error, signal }: { error: unknown; signal: AbortSignal },
): Pick<AnswerRecord, "state" | "error"> & { event: AnswerEvent } {
  const stop = stopOf(signal);
  if (stop) {
    log.info({ answerId, reason: stop.reason }, "an answer was stopped");
    return { state: "cut", ...endingOf(stop.reason) };
  }
  log.error({ err: error, answerId }, "an answer failed");
  const said = error instanceof AppError && error.code !== "internal" ? error.message : failure;
  return { state: "failed", error: said, event: { type: "error", errorText: said } };
}
