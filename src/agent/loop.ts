import type { LanguageModel, ModelMessage, ToolModelMessage } from "ai";
import type { JobEvent } from "../contract/jobs.ts";
import { AppError } from "../lib/app-error.ts";
import type { Log } from "../lib/log.ts";
import { ModelFault } from "../models/model-fault.ts";
import type { TokenUsage } from "../models/token-usage.ts";
import { askModel } from "./ask-model.ts";
import type { Outcome, Progress, Reply } from "./progress.ts";
import { type CallResult, runCalls } from "./run-calls.ts";
import { replyEvents, resultEvents } from "./step-events.ts";
import type { Tool, ToolContext } from "./tools/tool.ts";

export type LoopDeps = {
  model: LanguageModel;
  instructions: string;
  /** What comes before the conversation in every turn. */
  opening: ModelMessage[];
  instruction: string;
  /** Folder of the docs in the repository; "" for all of it. */
  docsFolder: string;
  tools: Tool[];
  context: ToolContext;
  /** Commits of a step: the reply before its tools run, then everything. Both throw when the job is no longer ours. */
  saveReply(reply: Reply, events: JobEvent[]): Promise<void>;
  saveStep(progress: Progress, events: JobEvent[]): Promise<void>;
  /** Throws when no further step may begin. */
  mayGoOn(): void;
  /** Throws when the model may not be asked: the project has used up what it may. */
  beforeCall(): Promise<void>;
  /** Told what a call of the model used, also one that failed. */
  used(usage: TokenUsage, step: number): Promise<void>;
  signal: AbortSignal;
  log: Log;
};

export const mostSteps = 60;
const longestConversation = 32 * 1024 * 1024;

/** Model turn, tool calls, record, repeat, until the model says it is done. */
export async function loop(deps: LoopDeps, start: Progress): Promise<Outcome> {
  let progress = start;
  while (progress.outcome === undefined) {
    deps.mayGoOn();
    if (progress.step >= mostSteps) throw tooLong(`within ${mostSteps} steps`);
    progress = await takeStep(deps, progress);
  }
  return progress.outcome;
}

async function takeStep(deps: LoopDeps, progress: Progress): Promise<Progress> {
  const reply = progress.reply ?? (await askForReply(deps, progress));
  const { results, todos, outcome } = await runCalls(deps, reply.calls);
  const next: Progress = {
    ...progress,
    step: progress.step + 1,
    attempt: 1,
    conversation: [...progress.conversation, ...turnMessages(reply, results)],
    reply: undefined,
    overlay: deps.context.overlay.changes(),
    todos: todos ?? progress.todos,
    outcome: outcome ?? silentOutcome(reply, deps.instruction),
  };
  await deps.saveStep(next, resultEvents(results, todos));
  return next;
}

/** A reply that is there already was committed before a kill: the model is not asked for that step again. */
async function askForReply(deps: LoopDeps, progress: Progress): Promise<Reply> {
  const messages = [...deps.opening, ...progress.conversation];
  if (JSON.stringify(messages).length > longestConversation)
    throw tooLong("before its conversation became too long");
  await deps.beforeCall();
  const step = progress.step + 1;
  const { reply, usage } = await askModel({ ...deps, messages }).catch(async (cause) => {
    if (cause instanceof ModelFault && cause.usage) await deps.used(cause.usage, step);
    throw new AppError("unavailable", noModel, { cause });
  });
  await deps.used(usage, step);
  await deps.saveReply(reply, replyEvents({ ...progress, step: progress.step + 1 }, reply));
  return reply;
}

const noModel =
  "The model could not be used, so the job was stopped; nothing was proposed. The server's log says why.";

function tooLong(when: string): AppError {
  return new AppError(
    "conflict",
    `The job did not come to an end ${when}, so nothing was proposed. Try again with a smaller task.`,
  );
}

const goOn = "Your reply was cut off because it was too long. Go on in smaller steps.";

function turnMessages(reply: Reply, results: CallResult[]): ModelMessage[] {
  const said = reply.message === undefined ? [] : [reply.message];
  if (results.length > 0) return [...said, toolMessage(results)];
  return reply.cutOff ? [...said, { role: "user", content: goOn }] : said;
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
function silentOutcome(reply: Reply, instruction: string): Outcome | undefined {
  if (reply.calls.length > 0 || reply.cutOff) return undefined;
  const [line = ""] = instruction.trim().split("\n", 1);
  return {
    title: line.slice(0, 70) || "Edit the docs",
    summary: reply.text,
    messageToUser: reply.text || "The model ended without a word about what it did.",
  };
}
