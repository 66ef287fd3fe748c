import type { AnswerDeps } from "../assistant/answer/answer.ts";
import type { Story } from "../assistant/answer/answer-runner.ts";
import { createGroupTurns } from "../assistant/answer/group-turns.ts";
import { createLinkPolicies } from "../assistant/sanitise/link-policy.ts";
import { searchAs } from "../search/fair-search.ts";
import { recordUsage } from "../usage/record-usage.ts";
import type { Shared } from "./parts.ts";
import { usageDeps } from "./usage.ts";

/** Whose work a question is asked for, where that is a job's. */
type Work = { jobId: string; step: number };

/** How questions are answered; each call of a model is written down, for the job where one asks. */
export function answerStory(shared: Shared, publicUrl: string): (work?: Work) => Story {
  const { config, db, clock, log, models, search, embedder } = shared;
  const usage = usageDeps(shared);
  const answering: Omit<AnswerDeps, "recordUsage"> = {
    db,
    clock,
    log,
    search,
    models,
    linksOf: createLinkPolicies({ db, publicUrl, allowedHosts: config.linkHosts }),
    agreement: embedder.agreement,
    publicUrl,
    turns: createGroupTurns(),
  };
  let written: Written | undefined;
  /** What writes answers is loaded by the first question. */
  async function* firstAnswer(
    deps: AnswerDeps,
    ...[input, signal]: Parameters<Story>
  ): ReturnType<Story> {
    written ??= await import("../assistant/answer/answer.ts");
    return yield* written.answer(deps, input, signal);
  }
  return (work) => (input, signal) => {
    const caller = { network: input.network ?? "", key: input.turn.keyId, signal };
    const deps: AnswerDeps = {
      ...{ ...answering, search: searchAs(search, caller) },
      recordUsage: (used) => recordUsage(usage, { ...used, ...work }),
    };
    return (written?.answer ?? firstAnswer)(deps, input, signal);
  };
}

type Written = typeof import("../assistant/answer/answer.ts");
