import { type AnswerRunner, createAnswerRunner } from "../assistant/answer/answer-runner.ts";
import type { AnswerInput } from "../assistant/answer/write.ts";
import { createQuestionPace } from "../assistant/ask/question-pace.ts";
import { createAnswerLog } from "../assistant/log/answer-log.ts";
import type { Assistant } from "../cli/services.ts";
import type { AnswerRecord } from "../store/answers/answers.ts";
import { answerStory } from "./answer-story.ts";
import { gateDeps } from "./gate-deps.ts";
import type { Shared } from "./parts.ts";
import { ceilingCheck } from "./usage.ts";

export type RunningAssistant = Assistant & { ask: Assistant["ask"] & { runner: AnswerRunner } };

export function createAssistant(
  shared: Shared,
  publicUrl: string,
  onEnd: (record: AnswerRecord, input: AnswerInput) => void,
): RunningAssistant {
  const { config, db, clock, log, models, wake, search } = shared;
  const { limits } = config;
  const answerLog = createAnswerLog({ db, wake, clock, log });
  const ceilings = ceilingCheck(shared);
  const story = answerStory(shared, publicUrl)();
  const runner = createAnswerRunner({
    answerLog,
    log,
    story,
    modelId: models.embedded.id,
    unreadGraceMs: config.answerGraceMs,
    limits,
    onEnd,
  });
  const checkCeiling: Assistant["ask"]["checkCeiling"] = (project, asker) =>
    ceilings(project, { modelId: models.answers(project).id, ...asker });
  return {
    ask: {
      db,
      clock,
      wake,
      runner,
      pace: createQuestionPace(),
      checkCeiling,
      limits,
      search,
      historyTokens: limits.historyTokens,
      revisionOfRef: shared.revisionOfRef,
    },
    story,
    revisionOfRef: shared.revisionOfRef,
    gate: gateDeps(shared, { story, checkCeiling }),
    async close() {
      await answerLog.close();
      await search.close();
    },
  };
}
