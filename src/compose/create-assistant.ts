import { type AnswerDeps, answer } from "../assistant/answer/answer.ts";
import {
  type AnswerRunner,
  createAnswerRunner,
  type Story,
} from "../assistant/answer/answer-runner.ts";
import { createGroupTurns } from "../assistant/answer/group-turns.ts";
import { createAnswerLog } from "../assistant/log/answer-log.ts";
import { createLinkPolicies } from "../assistant/sanitise/link-policy.ts";
import type { Assistant } from "../cli/services.ts";
import { searchAs } from "../search/fair-search.ts";
import type { AnswerRecord } from "../store/answers/answers.ts";
import { recordUsage } from "../usage/record-usage.ts";
import { gateDeps } from "./gate-deps.ts";
import type { Shared } from "./parts.ts";
import { ceilingCheck, usageDeps } from "./usage.ts";

export type RunningAssistant = Assistant & { ask: Assistant["ask"] & { runner: AnswerRunner } };

export function createAssistant(
  shared: Shared,
  publicUrl: string,
  onEnd: (record: AnswerRecord) => void,
): RunningAssistant {
  const { config, db, clock, log, models, wake, search, embedder } = shared;
  const { limits } = config;
  const answerLog = createAnswerLog({ db, wake, clock, log });
  const usage = usageDeps(shared);
  const ceilings = ceilingCheck(shared);
  const answering: AnswerDeps = {
    db,
    clock,
    log,
    search,
    models,
    linksOf: createLinkPolicies({ db, publicUrl, allowedHosts: config.linkHosts }),
    agreement: embedder.agreement,
    publicUrl,
    turns: createGroupTurns(),
    recordUsage: (used) => recordUsage(usage, used),
  };
  const story: Story = (input, signal) => {
    const caller = { network: input.network ?? "", key: input.turn.keyId };
    return answer({ ...answering, search: searchAs(search, caller) }, input, signal);
  };
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
      checkCeiling,
      limits,
      search,
      historyTokens: limits.historyTokens,
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
