import type { LanguageModel, ModelMessage, ToolModelMessage } from "ai";
import type { JobEvent } from "../../contract/jobs.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Log } from "../../lib/log.ts";
import { ModelFault } from "../../models/calls/model-fault.ts";
import type { TokenUsage } from "../../models/calls/token-usage.ts";
import type { FollowUp } from "../../store/jobs/job-messages.ts";
import type { Tool, ToolContext } from "../tools/tool.ts";
import { askModel } from "./ask-model.ts";
import { limitOutcome } from "./job-limits.ts";
import type { Outcome, Progress, Reply } from "./job-progress.ts";
import { reviewOutcome } from "./review-outcome.ts";
import { type CallResult, runCalls } from "./run-calls.ts";
import { replyEvents, resultEvents } from "./step-events.ts";
import { callerMessages } from "./system-prompt.ts";

export type LoopDeps = {
  model: LanguageModel;
  instructions: string;
  /** What comes before the conversation in every turn. */
  opening: ModelMessage[];
  /** What this turn is about. */
  instruction(heard: FollowUp[]): string;
  /** Folder of the docs in the repository; "" for all of it. */
  docsFolder: string;
  tools: Tool[];
  context: ToolContext;
  /** Commits of a step: the reply before its tools run, with what it cost, then everything. Both throw when the job is no longer ours. */
  saveReply(reply: Reply, told: Told): Promise<void>;
  saveStep(progress: Progress, events: JobEvent[]): Promise<void>;
  /** Throws when no further step may begin. */
  mayGoOn(): void;
  /** The limit the job has reached, in words; undefined while it may go on. */
  limit(progress: Progress): Promise<string | undefined>;
  /** What people sent to the job behind this place. */
  followUps(heard: number): Promise<FollowUp[]>;
  /** The conversation as the model's window takes it. */
  compact(progress: Progress): ModelMessage[];
  /** Throws when the model may not be asked: the project has used up what it may. */
  beforeCall(): Promise<void>;
  /** Told what a call of the model used that failed. */
  used(usage: TokenUsage, step: number): Promise<void>;
  signal: AbortSignal;
  log: Log;
};

/** What is recorded together with a reply. */
export type Told = { events: JobEvent[]; usage: TokenUsage; step: number };

/** Model turn, tool calls, record, repeat, until the model says it is done and the checks agree. */
export async function loop(deps: LoopDeps, start: Progress): Promise<Outcome> {
  let progress = start;
  while (progress.outcome === undefined) {
    deps.mayGoOn();
    // A reply that is there has been paid for: what it asks for is done before a limit counts.
    const limit = progress.reply === undefined ? await deps.limit(progress) : undefined;
    if (limit !== undefined) return limitOutcome(deps.instruction([]), limit);
    progress = await takeStep(deps, progress);
  }
  return progress.outcome;
}

async function takeStep(deps: LoopDeps, progress: Progress): Promise<Progress> {
  const begun = performance.now();
  const reply = progress.reply ?? (await askForReply(deps, progress));
  const { results, todos, ...ended } = await runCalls(deps, reply.calls);
  const heard = reply.heard.at(-1)?.seq ?? progress.turn.heard;
  const outcome = ended.outcome ?? silentOutcome(deps, progress, reply);
  const sentBack = outcome && (await reviewOutcome(deps.context, progress.turn, outcome));
  const told = sentBack ? withRefusal(results, sentBack.message) : results;
  const turn = { ...(sentBack?.turn ?? progress.turn), heard };
  const next: Progress = {
    ...progress,
    step: progress.step + 1,
    attempt: 1,
    conversation: [...progress.conversation, ...turnMessages(reply, told, sentBack?.message)],
    reply: undefined,
    overlay: deps.context.overlay.changes(),
    todos: todos ?? progress.todos,
    outcome: sentBack ? undefined : outcome,
    turn: { ...turn, workedMs: turn.workedMs + Math.round(performance.now() - begun) },
  };
  const kept = { ...next, conversation: deps.compact(next) };
  await deps.saveStep(kept, resultEvents(told, todos));
  return kept;
}

/** A reply that is there already was committed before a kill: the model is not asked for that step again. */
async function askForReply(deps: LoopDeps, progress: Progress): Promise<Reply> {
  await deps.beforeCall();
  const heard = await deps.followUps(progress.turn.heard);
  const step = progress.step + 1;
  const question = {
    ...deps,
    instruction: deps.instruction(heard),
    messages: [...deps.opening, ...progress.conversation, ...heardMessages(heard)],
  };
  const { reply, usage } = await askModel(question).catch(async (cause) => {
    if (cause instanceof ModelFault && cause.usage) await deps.used(cause.usage, step);
    throw new AppError("unavailable", noModel, { cause });
  });
  const known = { ...reply, heard };
  await deps.saveReply(known, { events: replyEvents({ ...progress, step }, known), usage, step });
  return known;
}

const noModel =
  "The model could not be used, so the job was stopped; nothing was proposed. The server's log says why.";

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
function silentOutcome(deps: LoopDeps, progress: Progress, reply: Reply): Outcome | undefined {
  if (reply.calls.length > 0 || reply.cutOff) return undefined;
  if (progress.turn.refused) return progress.turn.refused.outcome;
  const [line = ""] = deps.instruction(reply.heard).trim().split("\n", 1);
  return {
    title: line.slice(0, 70) || "Edit the docs",
    summary: reply.text,
    messageToUser: reply.text || "The model ended without a word about what it did.",
    claims: [],
  };
}
