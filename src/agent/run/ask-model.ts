import { generateText, jsonSchema, type LanguageModel, type ModelMessage, type ToolSet } from "ai";
import { z } from "zod";
import { type TokenUsage, tokenUsage } from "../../models/calls/token-usage.ts";
import type { EditInput } from "../../models/embedded/editor/edit-input.ts";
import { jobTools } from "../tools/job-tools.ts";
import type { Reply, ToolCall } from "./job-progress.ts";

export type Question = {
  model: LanguageModel;
  /** The system prompt. */
  instructions: string;
  messages: ModelMessage[];
  /** What the embedded model reads: it takes no instructions from a prompt. */
  instruction: string;
  docsFolder: string;
  signal: AbortSignal;
};

const mostCalls = 500;

/** One turn of the model: what it says, and the tools it wants to use. */
export async function askModel(
  question: Question,
): Promise<{ reply: Omit<Reply, "heard">; usage: TokenUsage }> {
  const { model, instructions, messages, signal } = question;
  const result = await generateText({
    model,
    instructions,
    messages,
    tools: toolSet(),
    providerOptions: { docent: editInput(question) },
    abortSignal: signal,
    maxRetries: 0,
  });
  const message = result.response.messages.find((one) => one.role === "assistant");
  const reply = {
    text: result.text,
    calls: result.toolCalls.map(toCall),
    ...(message && { message }),
    cutOff: result.finishReason === "length",
  };
  return { reply, usage: tokenUsage(result.totalUsage) };
}

/** The SDK hands the schemas on and checks nothing: what does not fit is answered like any other failed call. */
function toolSet(): ToolSet {
  const entries = jobTools.map(({ name, description, input }) => {
    const schema = z.toJSONSchema(input, { io: "input", target: "draft-7" });
    return [name, { description, inputSchema: jsonSchema(schema) }];
  });
  return Object.fromEntries(entries);
}

function editInput({ instruction, docsFolder }: Question): EditInput {
  return { task: "edit", instruction, ...(docsFolder !== "" && { docsFolder }) };
}

type SdkCall = {
  toolCallId: string;
  toolName: string;
  input: unknown;
  invalid?: boolean | undefined;
  error?: unknown;
};

function toCall(call: SdkCall, index: number): ToolCall {
  const { toolCallId: id, toolName: name, input } = call;
  const problem = problemOf(call, index);
  return { id, name, input, ...(problem !== undefined && { problem }) };
}

function problemOf({ invalid, error }: SdkCall, index: number): string | undefined {
  if (index >= mostCalls) return `A step takes at most ${mostCalls} calls: repeat this one later.`;
  if (invalid !== true) return undefined;
  const reason = error instanceof Error ? error.message : String(error);
  return `The call could not be read: ${reason.slice(0, 500)}`;
}
