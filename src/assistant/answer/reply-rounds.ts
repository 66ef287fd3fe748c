import type {
  LanguageModelV4,
  LanguageModelV4Content,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { collectContent } from "../../models/calls/collect-reply.ts";
import { modelUsage, type TokenUsage } from "../../models/calls/token-usage.ts";
import type { AnswerTools } from "../tools/docs-tools.ts";

export type ToolPart =
  | { type: "tool-call"; toolCallId: string; toolName: string; input: unknown }
  | { type: "tool-result"; toolCallId: string; output: unknown }
  | { type: "tool-error"; toolCallId: string; error: unknown };

export type ReplyPart =
  | { type: "text"; text: string }
  | { type: "round-end"; usage: TokenUsage }
  | ToolPart;

type Rounds = {
  model: LanguageModelV4;
  prompt: LanguageModelV4Prompt;
  /** Undefined where the model has nothing to look into. */
  tools: AnswerTools | undefined;
  signal: AbortSignal;
};

const mostRounds = 4;

/** What a model says and does, round by round until it uses no more tools. In the last round there is nothing to do but to answer. */
export async function* replyInRounds(given: Rounds): AsyncGenerator<ReplyPart> {
  const { model, tools, signal } = given;
  const prompt = [...given.prompt];
  for (let round = 1; ; round += 1) {
    const mayUse = tools !== undefined && round < mostRounds;
    const toolChoice = { type: mayUse ? "auto" : "none" } as const;
    const { stream } = await model.doStream({
      prompt,
      ...(tools && { tools: tools.declared, toolChoice }),
      abortSignal: signal,
    });
    const content = collectContent();
    const uses: Use[] = [];
    for await (const part of stream) {
      content.add(part);
      if (part.type === "error") throw part.error;
      if (part.type === "text-delta") yield { type: "text", text: part.delta };
      if (part.type === "finish") yield { type: "round-end", usage: modelUsage(part.usage) };
      if (part.type !== "tool-call" || !mayUse || part.providerExecuted) continue;
      const use = begin(tools, part);
      uses.push(use);
      yield use.call;
    }
    if (uses.length === 0) return;
    for (const { done } of uses) yield await done;
    prompt.push(
      { role: "assistant", content: content.all().flatMap(said) },
      { role: "tool", content: await Promise.all(uses.map(heard)) },
    );
  }
}

type CallPart = Extract<LanguageModelV4StreamPart, { type: "tool-call" }>;
type Use = {
  call: Extract<ToolPart, { type: "tool-call" }>;
  /** Never fails: how it ended. */
  done: Promise<Exclude<ToolPart, { type: "tool-call" }>>;
};

/** Tools run while the model still writes. */
function begin(tools: AnswerTools, { toolCallId, toolName, input: text }: CallPart): Use {
  const { input, output } = tools.use(toolName, readInput(text));
  return {
    call: { type: "tool-call", toolCallId, toolName, input },
    done: output.then(
      (found) => ({ type: "tool-result", toolCallId, output: found }),
      (error) => ({ type: "tool-error", toolCallId, error }),
    ),
  };
}

/** Servers send what they like; a tool says itself what does not fit. */
function readInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

type Messages = LanguageModelV4Prompt[number];
type Said = Extract<Messages, { role: "assistant" }>["content"][number];
type Heard = Extract<Messages, { role: "tool" }>["content"][number];

/** The model's own words as it gets them back, with what its server needs to recognise them. */
function said(part: LanguageModelV4Content): Said[] {
  const providerOptions = "providerMetadata" in part ? part.providerMetadata : undefined;
  const own = providerOptions && { providerOptions };
  if (part.type === "text" || part.type === "reasoning")
    return [{ type: part.type, text: part.text, ...own }];
  if (part.type === "tool-call") {
    const { type, toolCallId, toolName, providerExecuted } = part;
    const input = readInput(part.input);
    return [
      { type, toolCallId, toolName, input, ...(providerExecuted && { providerExecuted }), ...own },
    ];
  }
  if (part.type !== "tool-result") return [];
  const { type, toolCallId, toolName, result: value } = part;
  return [{ type, toolCallId, toolName, output: { type: "json", value }, ...own }];
}

async function heard({ call: { toolCallId, toolName }, done }: Use): Promise<Heard> {
  const end = await done;
  const output =
    end.type === "tool-result"
      ? { type: "json" as const, value: JSON.parse(JSON.stringify(end.output ?? null)) }
      : { type: "error-text" as const, value: wordsOf(end.error) };
  return { type: "tool-result", toolCallId, toolName, output };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
