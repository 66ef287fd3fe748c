import type { AnswerEvent } from "../../contract/answer-events.ts";
import type { Log } from "../../lib/log.ts";
import type { AnswerRecord } from "../../store/answers/answers.ts";
import type { AnswerLog } from "../log/answer-log.ts";
import type { AnswerInput } from "./answer.ts";
import { endingOf, stopOf } from "./answer-stop.ts";

/** Yields what the reader sees between `start` and the last event, and returns the record. */
export type Story = (
  input: AnswerInput,
  signal: AbortSignal,
) => AsyncGenerator<AnswerEvent, AnswerRecord>;

type Run = {
  answerLog: AnswerLog;
  log: Log;
  modelId: string;
  input: AnswerInput;
  signal: AbortSignal;
  story: Story;
};

const failure = "The assistant could not finish this answer. Please ask again in a moment.";
/** What a story that was told to stop may take to hand in its record. */
const lastWordsMs = 1_000;

/** Writes a story into its log to the last event, whatever ends it. Throws only when the store cannot be written. */
export async function writeAnswer(run: Run): Promise<AnswerRecord> {
  const { answerLog, input, signal } = run;
  const { answerId } = input.turn;
  const events = run.story(input, signal);
  let text = "";
  try {
    for (;;) {
      const step = await nextStep(events, signal);
      if (step.done) {
        await answerLog.finish(answerId, [lastEvent(run, step.value)], step.value);
        return step.value;
      }
      signal.throwIfAborted();
      if (step.value.type === "text-delta") text += step.value.delta;
      answerLog.append(answerId, step.value);
    }
  } catch (error) {
    // Lets a story that is still under way clean up; what it says to that is of no interest any more.
    events.throw(error).catch(() => undefined);
    const { event, record } = brokenOff(run, text, error);
    await answerLog.finish(answerId, [event], record);
    return record;
  }
}

/** A story that does not heed its signal is left behind. */
async function nextStep(
  events: ReturnType<Story>,
  signal: AbortSignal,
): Promise<IteratorResult<AnswerEvent, AnswerRecord>> {
  let timer: NodeJS.Timeout | undefined;
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const hurry = () => {
    timer = setTimeout(() => reject(signal.reason), lastWordsMs);
  };
  if (signal.aborted) hurry();
  signal.addEventListener("abort", hurry);
  try {
    return await Promise.race([events.next(), tooLate]);
  } finally {
    signal.removeEventListener("abort", hurry);
    clearTimeout(timer);
  }
}

function lastEvent({ input, signal }: Run, record: AnswerRecord): AnswerEvent {
  const stop = stopOf(signal);
  if (stop && record.state === "cut") return endingOf(stop).event;
  if (record.error !== "") return { type: "error", errorText: record.error };
  return { type: "finish", messageMetadata: { threadId: input.turn.threadId } };
}

function brokenOff(
  run: Run,
  text: string,
  error: unknown,
): { event: AnswerEvent; record: AnswerRecord } {
  const { answerId } = run.input.turn;
  const stop = stopOf(run.signal);
  const record = { text, model: run.modelId, passages: [], citations: [] };
  if (!stop) {
    run.log.error({ err: error, answerId }, "an answer failed");
    const event = { type: "error", errorText: failure } as const;
    return { event, record: { ...record, state: "failed", error: failure } };
  }
  run.log.info({ answerId, reason: stop.reason }, "an answer was stopped");
  const ending = endingOf(stop);
  return { event: ending.event, record: { ...record, state: "cut", error: ending.error } };
}
