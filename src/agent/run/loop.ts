import type { ModelMessage, ToolModelMessage } from "ai";
import { AppError } from "../../lib/app-error.ts";
import { ModelFault } from "../../models/calls/model-fault.ts";
import type { TokenUsage } from "../../models/calls/token-usage.ts";
import { embeddedModelId } from "../../models/embedded/embedded-model-id.ts";
import { usageOfJob } from "../../store/answers/usage.ts";
import { type FollowUp, followUpsAfter } from "../../store/jobs/job-messages.ts";
import { beginJobStep, endJobStep } from "../../store/jobs/job-steps.ts";
import { defuseMarkdown } from "../../text/safe/defuse-markdown.ts";
import { compactConversation } from "../compact/compact-conversation.ts";
import { openQuestions } from "../proof/prove-change.ts";
import { askModel } from "./ask-model.ts";
import { JobStop } from "./job-ending.ts";
import { limitOutcome, reachedLimit } from "./job-limits.ts";
import {
  type Outcome,
  type Progress,
  type Reply,
  saveProgress,
  type Turn,
} from "./job-progress.ts";
import type { Checkout, Run, RunJobDeps, Work } from "./job-run.ts";
import { callerMessages, taskText, titleOf } from "./job-task.ts";
import { reviewOutcome } from "./review-outcome.ts";
import { type CallResult, runCalls } from "./run-calls.ts";
import { replyEvents, resultEvents } from "./step-events.ts";

type Deps = Pick<
  RunJobDeps,
  "db" | "clock" | "wake" | "log" | "settings" | "checkCeiling" | "recordUsage" | "proof"
>;

/** Model turn, tool calls, record, repeat, until the model says it is done and the checks agree. */
export async function loop(deps: Deps, run: Run, work: Work): Promise<Outcome> {
  while (work.progress.outcome === undefined) {
    if (run.draining.aborted) throw new JobStop("draining");
    const limit = await limitOf(deps, run, work.progress);
    if (limit !== undefined)
      return limitOutcome(await instruction(deps, run, work.progress.turn), limit);
    await takeStep(deps, run, work);
  }
  return work.progress.outcome;
}

/** A reply that is there has been paid for: what it asks for is done before a limit counts. */
async function limitOf(
  { db, settings }: Deps,
  { claimed }: Run,
  progress: Progress,
): Promise<string | undefined> {
  if (progress.reply !== undefined) return undefined;
  const used = await usageOfJob(db, claimed.job.id, progress.turn.firstStep);
  return reachedLimit(settings.limits, progress, used);
}

function instruction({ db }: Deps, { claimed: { job } }: Run, turn: Turn): Promise<string> {
  return taskText({ db, job }, turn);
}

async function takeStep(deps: Deps, run: Run, work: Work): Promise<void> {
  const begun = performance.now();
  const { progress } = work;
  const { docs, searchDocs } = work.checkout;
  const reply = progress.reply ?? (await askForReply(deps, run, work));
  const { results, todos, ...ended } = await runCalls(
    { docs, searchDocs, signal: run.now, log: deps.log.child({ jobId: run.claimed.job.id }) },
    reply.calls,
  );
  const heard = reply.heard.at(-1)?.seq ?? progress.turn.heard;
  const told = { ...progress.turn, heard };
  const outcome = ended.outcome ?? (await silentOutcome(deps, run, { reply, turn: told }));
  // The embedded model edits by rule and could correct nothing: what it broke makes its change a draft at once.
  const isFinal = work.checkout.model.id === embeddedModelId;
  const sentBack =
    outcome === undefined || isFinal
      ? undefined
      : await reviewOutcome({ docs, open: () => openQuestions(deps, run, work) }, told, outcome);
  const shown = sentBack ? withRefusal(results, sentBack.message) : results;
  const turn = sentBack?.turn ?? told;
  const next: Progress = {
    ...progress,
    step: progress.step + 1,
    attempt: 1,
    conversation: [...progress.conversation, ...turnMessages(reply, shown, sentBack?.message)],
    reply: undefined,
    overlay: docs.changes(),
    todos: todos ?? progress.todos,
    outcome: sentBack ? undefined : outcome,
    turn: {
      ...turn,
      ...{ notWritten: docs.notWritten(), tooCostly: docs.tooCostly() },
      workedMs: turn.workedMs + Math.round(performance.now() - begun),
    },
  };
  const kept = { ...next, conversation: compacted(deps, work, next) };
  await saveProgress(deps, run.lease, {
    checkpoint: { kind: "step", ...kept },
    events: resultEvents(shown, todos),
    also: (trx) => endJobStep(trx, run.claimed.job.id, { step: next.step, endedAt: now(deps) }),
  });
  work.progress = kept;
}

function now({ clock }: Deps): string {
  return clock.now().toISOString();
}

/** It is committed before its tools run: after a kill the model is not asked for that step again. */
async function askForReply(deps: Deps, run: Run, work: Work): Promise<Reply> {
  const { checkout, progress } = work;
  const { job } = run.claimed;
  const { id: modelId, model } = checkout.model;
  const startedAt = now(deps);
  await deps.checkCeiling(run.project, modelId, job.id);
  const heard = await followUpsAfter(deps.db, job.id, progress.turn.heard);
  const upTo = heard.at(-1)?.seq ?? progress.turn.heard;
  const step = progress.step + 1;
  const used = (usage: TokenUsage) => ({
    ...{ projectId: run.project.id, jobId: job.id, model: modelId },
    ...{ step, usage },
  });
  const { reply, usage } = await askModel({
    model,
    instructions: checkout.instructions,
    messages: [
      ...callerMessages(job.messages),
      ...acceptanceMessages(checkout),
      ...progress.conversation,
      ...heardMessages(heard),
    ],
    instruction: await instruction(deps, run, { ...progress.turn, heard: upTo }),
    docsFolder: checkout.repository.docsFolder,
    signal: run.now,
  }).catch(async (cause) => {
    if (cause instanceof ModelFault && cause.usage) await deps.recordUsage(used(cause.usage));
    throw new AppError("unavailable", noModel(cause), { cause });
  });
  const known = { ...reply, heard };
  await saveProgress(deps, run.lease, {
    checkpoint: { kind: "reply", reply: known },
    events: replyEvents({ ...progress, step }, known),
    also: async (trx) => {
      await deps.recordUsage(used(usage), trx);
      await beginJobStep(trx, job.id, { step, model: modelId, startedAt });
    },
  });
  return known;
}

/** A fault of a model says what happened in words that are safe to show. */
function noModel(cause: unknown): string {
  const stopped = "The model could not be used, so the job was stopped; nothing was proposed.";
  if (!(cause instanceof ModelFault)) return `${stopped} The server's log says why.`;
  return `${stopped} ${cause.message}`;
}

/** The embedded model reads its own tool results again, and has no window. */
function compacted(
  { settings }: Deps,
  { checkout }: Work,
  { conversation, todos, overlay }: Progress,
): ModelMessage[] {
  if (checkout.model.id === embeddedModelId) return conversation;
  const changedPaths = overlay.map((change) => change.path);
  return compactConversation({
    ...{ conversation, todos, changedPaths },
    budgetTokens: settings.windowTokens,
  });
}

const goOn = "Your reply was cut off because it was too long. Go on in smaller steps.";

function turnMessages(
  reply: Reply,
  results: CallResult[],
  sentBack: string | undefined,
): ModelMessage[] {
  const said = [...heardMessages(reply.heard), ...(reply.message ? [reply.message] : [])];
  if (results.length > 0) return [...said, toolMessage(results)];
  const next = reply.cutOff ? goOn : sentBack;
  return next === undefined ? said : [...said, { role: "user", content: next }];
}

function heardMessages(heard: FollowUp[]): ModelMessage[] {
  return heard.flatMap(({ messages }) => callerMessages(messages));
}

function acceptanceMessages({ acceptance }: Pick<Checkout, "acceptance">): ModelMessage[] {
  return acceptance === "" ? [] : [{ role: "user", content: acceptance }];
}

/** The call that said "done" is answered with what is left to do. */
function withRefusal(results: CallResult[], error: string): CallResult[] {
  return results.map((result) =>
    "outcome" in result && result.outcome ? { call: result.call, error } : result,
  );
}

function toolMessage(results: CallResult[]): ToolModelMessage {
  return {
    role: "tool",
    content: results.map((result) => ({
      type: "tool-result",
      toolCallId: result.call.id,
      toolName: result.call.name,
      output:
        "error" in result
          ? { type: "error-text", value: result.error }
          : { type: "json", value: asJson(result.output) },
    })),
  };
}

/** Tools return plain JSON by their contract. */
function asJson(output: unknown) {
  return JSON.parse(JSON.stringify(output ?? null));
}

/** A model that calls no tool has nothing left to do, even if it forgot to say so. */
async function silentOutcome(
  deps: Deps,
  run: Run,
  { reply, turn }: { reply: Reply; turn: Turn },
): Promise<Outcome | undefined> {
  if (reply.calls.length > 0 || reply.cutOff) return undefined;
  if (turn.refused) return turn.refused.outcome;
  return {
    title: titleOf(await instruction(deps, run, turn)),
    summary: reply.text,
    messageToUser:
      defuseMarkdown(reply.text) || "The model ended without a word about what it did.",
    claims: [],
  };
}
