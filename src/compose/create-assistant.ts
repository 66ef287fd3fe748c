import { createAnswerLog } from "../assistant/answer-log.ts";
import { type AnswerRunner, createAnswerRunner } from "../assistant/answer-runner.ts";
import type { Assistant } from "../cli/services.ts";
import type { Shared } from "./parts.ts";

export type RunningAssistant = Assistant & { ask: Assistant["ask"] & { runner: AnswerRunner } };

export function createAssistant(
  shared: Shared,
  publicUrl: string,
  onEnd: (state: string) => void,
): RunningAssistant {
  const { db, clock, log, model, wake, search } = shared;
  const answerLog = createAnswerLog({ db, wake, clock, log });
  const runner = createAnswerRunner({
    search,
    model,
    publicUrl,
    answerLog,
    log,
    onEnd: (record) => onEnd(record.state),
  });
  return {
    ask: { db, clock, wake, runner },
    async close() {
      await answerLog.close();
      await search.close();
    },
  };
}
