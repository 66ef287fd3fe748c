import {
  AISDKError,
  isStepCount,
  type LanguageModel,
  type ModelMessage,
  streamText,
  type TextStreamPart,
  ToolChoiceViolationError,
  type ToolSet,
} from "ai";
import { ModelFault } from "../../models/calls/model-fault.ts";
import { type TokenUsage, tokenUsage } from "../../models/calls/token-usage.ts";
import type { DocsContext, DocsTool } from "../tools/docs-tool.ts";
import { toolSet, unusable } from "../tools/tool-set.ts";
import { type CallIds, createCallIds } from "./call-ids.ts";

/** What a model does while it answers. */
export type ModelPart =
  | { type: "text"; text: string }
  | { type: "call"; id: string; name: string; input: unknown }
  | { type: "result"; id: string; output: unknown }
  | { type: "failure"; id: string; message: string }
  | { type: "usage"; usage: TokenUsage };

export type ModelInput = {
  model: LanguageModel;
  instructions: string;
  messages: ModelMessage[];
  tools: DocsTool[];
  context: DocsContext;
  signal: AbortSignal;
};

const mostRounds = 4;
const longestMessage = 500;
const unknownTool = "unknown_tool";

/** The model's text with the tools it uses on the way, a few rounds at most. Throws what the model throws. */
export async function* streamModel(input: ModelInput): AsyncGenerator<ModelPart> {
  const tools = toolSet(input.tools, input.context);
  const result = streamText({
    model: input.model,
    instructions: input.instructions,
    messages: input.messages,
    tools,
    stopWhen: isStepCount(mostRounds),
    // In the last round there is nothing to do but to answer.
    prepareStep: ({ stepNumber }) => (stepNumber === mostRounds - 1 ? { toolChoice: "none" } : {}),
    abortSignal: input.signal,
    maxRetries: 0,
    // The fault reaches the reader through the stream below; the SDK would print it on the console as well.
    onError: () => undefined,
  });
  const ids = createCallIds();
  let gap = "";
  let isSaid = false;
  for await (const part of result.fullStream) {
    if (part.type === "text-delta") {
      // PostgreSQL cannot store a NUL, whoever says it.
      const text = (isSaid ? part.text : part.text.trimStart()).replaceAll("\0", "");
      if (text === "") continue;
      yield { type: "text", text: gap + text };
      isSaid = true;
      gap = "";
    }
    if (part.type === "finish-step") {
      yield { type: "usage", usage: tokenUsage(part.usage) };
      gap = isSaid ? "\n\n" : "";
    }
    yield* toolParts(part, tools, ids);
    if (part.type === "error") throwFault(part.error);
    if (part.type === "abort") throw input.signal.reason;
  }
}

/** Only what our own tools give is shown: a server that runs tools of its own would speak to the reader past the docs. */
function toolParts(part: TextStreamPart<ToolSet>, tools: ToolSet, ids: CallIds): ModelPart[] {
  if (part.type !== "tool-call" && part.type !== "tool-result" && part.type !== "tool-error")
    return [];
  if (part.providerExecuted) return [];
  if (part.type === "tool-call") {
    const name = Object.hasOwn(tools, part.toolName) ? part.toolName : unknownTool;
    const input = part.invalid ? {} : shownInput(part.input);
    return [{ type: "call", id: ids.begin(part.toolCallId), name, input }];
  }
  const id = ids.end(part.toolCallId);
  if (id === undefined) return [];
  if (part.type === "tool-error") return [{ type: "failure", id, message: messageOf(part.error) }];
  return [{ type: "result", id, output: plain(part.output) }];
}

/** A model that uses a tool in the last round is heard for what it said, and the tool is left alone. */
function throwFault(error: unknown): void {
  if (ToolChoiceViolationError.isInstance(error)) return;
  if (error instanceof ModelFault || !AISDKError.isInstance(error)) throw error;
  const message = `The model's reply cannot be used (${error.name}).`;
  throw new ModelFault("bad_reply", message, { beforeFirstToken: false });
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : unusable;
  return message.replaceAll("\0", "").slice(0, longestMessage);
}

/** What the model looks for is in its own words, which may hold an address as its answer may not. */
function shownInput(input: unknown): unknown {
  return JSON.parse(
    JSON.stringify(plain(input), (_, value) =>
      typeof value === "string" ? value.split(/(\s+)/).map(withoutAddress).join("") : value,
    ),
  );
}

function withoutAddress(word: string): string {
  return /\/\/|\]\(|www\.|<\w/i.test(word) ? "…" : word;
}

/** Events hold plain JSON without NUL. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null).replaceAll("\\u0000", ""));
}
