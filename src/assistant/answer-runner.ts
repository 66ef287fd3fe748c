import type { Log } from "../lib/log.ts";
import type { AnswerRecord } from "../store/answers.ts";
import { type AnswerDeps, type AnswerInput, answer } from "./answer.ts";
import type { AnswerLog } from "./answer-log.ts";

/** Runs answers in the background, so that none depends on its reader's connection. */
export type AnswerRunner = {
  start(input: AnswerInput): void;
  running(): number;
  /** Resolves when every answer has ended. After `graceMs` the rest are told to stop, and end with an error event. */
  drain(graceMs: number): Promise<void>;
};

type Deps = AnswerDeps & { answerLog: AnswerLog; log: Log; onEnd?: (record: AnswerRecord) => void };

const failure = "The assistant could not finish this answer. Please ask again in a moment.";
const stopped =
  "The server is restarting and could not finish this answer. Please ask again in a moment.";

export function createAnswerRunner(deps: Deps): AnswerRunner {
  const running = new Set<Promise<void>>();
  const abort = new AbortController();
  return {
    start(input) {
      const run = runAnswer(deps, input, abort.signal);
      running.add(run);
      run.finally(() => running.delete(run));
    },
    running: () => running.size,
    async drain(graceMs) {
      const timer = setTimeout(() => abort.abort(), graceMs);
      while (running.size > 0) await Promise.all(running);
      clearTimeout(timer);
    },
  };
}

/** Never throws: whatever goes wrong ends in the log and, if the store can still be written, in the answer's record. */
async function runAnswer(deps: Deps, input: AnswerInput, signal: AbortSignal): Promise<void> {
  const { answerId } = input.turn;
  deps.answerLog.open(answerId);
  try {
    const record = await writeAnswer(deps, input, signal);
    deps.onEnd?.(record);
  } catch (error) {
    deps.log.error({ err: error, answerId }, "an answer could not be recorded");
  }
}

async function writeAnswer(
  deps: Deps,
  input: AnswerInput,
  signal: AbortSignal,
): Promise<AnswerRecord> {
  const { answerId } = input.turn;
  const story = answer(deps, input, signal);
  let text = "";
  try {
    for (;;) {
      const step = await story.next();
      if (step.done) {
        await deps.answerLog.finish(answerId, [finishEvent(input)], step.value);
        return step.value;
      }
      signal.throwIfAborted();
      if (step.value.type === "text-delta") text += step.value.delta;
      deps.answerLog.append(answerId, step.value);
    }
  } catch (error) {
    deps.log.error({ err: error, answerId }, "an answer failed");
    const errorText = signal.aborted ? stopped : failure;
    const record: AnswerRecord = {
      state: signal.aborted ? "cut" : "failed",
      text,
      model: deps.model.id,
      passages: [],
      citations: [],
      error: errorText,
    };
    await deps.answerLog.finish(answerId, [{ type: "error", errorText }], record);
    return record;
  }
}

function finishEvent(input: AnswerInput) {
  return { type: "finish", messageMetadata: { threadId: input.turn.threadId } } as const;
}
