import type { Log } from "../../lib/log.ts";
import type { AnswerRecord } from "../../store/answers/answers.ts";
import type { AnswerLog } from "../log/answer-log.ts";
import { type AnswerDeps, type AnswerInput, answer } from "./answer.ts";
import { AnswerStop, type AnswerStopReason } from "./answer-stop.ts";
import { createAttendance } from "./attendance.ts";
import { type Story, writeAnswer } from "./write-answer.ts";

/** Runs answers in the background, so that none depends on its reader's connection. */
export type AnswerRunner = {
  start(input: AnswerInput): void;
  running(): number;
  /** Says that a reader of this node is there, until the returned function is called. */
  attend(answerId: string): () => void;
  /** Committed events behind a place of an answer that runs here; undefined where only the store can tell. */
  recent: AnswerLog["recent"];
  /** Resolves when every answer has ended. After `graceMs` the rest are told to stop, and end with an error event. */
  drain(graceMs: number): Promise<void>;
};

type RunnerDeps = {
  answerLog: AnswerLog;
  log: Log;
  onEnd?: (record: AnswerRecord) => void;
  /** How long an answer goes on that nobody reads. */
  unreadGraceMs?: number;
};

const defaultUnreadGraceMs = 300_000;

export function createAnswerRunner(deps: RunnerDeps & AnswerDeps): AnswerRunner {
  return createStoryRunner(deps, deps.models.embedded.id, (input, signal) =>
    answer(deps, input, signal),
  );
}

/** The runner for any story. */
export function createStoryRunner(deps: RunnerDeps, modelId: string, story: Story): AnswerRunner {
  const running = new Map<Promise<void>, AbortController>();
  const attendance = createAttendance(deps.unreadGraceMs ?? defaultUnreadGraceMs);
  let isStopping = false;

  async function runOne(input: AnswerInput, abort: AbortController): Promise<void> {
    const { answerId } = input.turn;
    const stop = (reason: AnswerStopReason) => abort.abort(new AnswerStop(reason));
    deps.answerLog.open(answerId, stop);
    attendance.begin(answerId, () => stop("left by its readers"));
    try {
      const run = { ...deps, modelId, input, signal: abort.signal, story };
      const record = await writeAnswer(run);
      deps.onEnd?.(record);
    } catch (error) {
      deps.log.error({ err: error, answerId }, "an answer could not be recorded");
    } finally {
      attendance.end(answerId);
    }
  }

  return {
    start(input) {
      const abort = new AbortController();
      const run = runOne(input, abort);
      running.set(run, abort);
      run.finally(() => running.delete(run));
      // Of a request that had come in before the server stopped.
      if (isStopping) abort.abort(new AnswerStop("the server is stopping"));
    },
    running: () => running.size,
    attend: attendance.attend,
    recent: deps.answerLog.recent,
    async drain(graceMs) {
      const timer = setTimeout(() => {
        isStopping = true;
        for (const abort of running.values()) abort.abort(new AnswerStop("the server is stopping"));
      }, graceMs);
      while (running.size > 0) await Promise.all(running.keys());
      clearTimeout(timer);
    },
  };
}
