import type { ModelMessage, ToolCallPart } from "ai";
import { tokensOf } from "../../models/calls/estimate-tokens.ts";

/** What was said to the model, its reply, and the results of the tools it called: these stay together. */
export type Step = ModelMessage[];

export function stepsOf(conversation: ModelMessage[]): Step[] {
  const steps: Step[] = [];
  let previous: ModelMessage["role"] | undefined;
  for (const message of conversation) {
    const begins = message.role !== "tool" && previous !== "user";
    const last = steps.at(-1);
    if (last === undefined || begins) steps.push([message]);
    else last.push(message);
    previous = message.role;
  }
  return steps;
}

export function callsOf(step: Step): ToolCallPart[] {
  return step.flatMap((message) => {
    if (message.role !== "assistant" || typeof message.content === "string") return [];
    return message.content.filter((part) => part.type === "tool-call");
  });
}

/** The words of all messages of a role, each by itself. */
export function textsOf(step: Step, role: "assistant" | "user"): string[] {
  return step.flatMap((message) => {
    if (message.role !== role) return [];
    const { content } = message;
    if (typeof content === "string") return [content];
    const texts: string[] = [];
    for (const part of content) if (part.type === "text") texts.push(part.text);
    return [texts.join("\n")];
  });
}

/** What a message costs besides its text. */
export const frameCharacters = 16;

/** About how many tokens messages are. Images and other files are not counted. */
export function estimateTokens(messages: ModelMessage[]): number {
  const characters = messages.reduce((sum, message) => sum + messageLength(message), 0);
  return tokensOf(characters);
}

type Part = Exclude<ModelMessage["content"], string>[number];

function messageLength({ content }: ModelMessage): number {
  if (typeof content === "string") return frameCharacters + content.length;
  return content.reduce((sum, part) => sum + partLength(part), frameCharacters);
}

function partLength(part: Part): number {
  switch (part.type) {
    case "text":
      return part.text.length;
    case "file":
    case "image":
    case "reasoning-file":
      return 0;
    case "tool-result":
      return part.output.type === "content" ? contentLength(part.output.value) : jsonLength(part);
    default:
      return jsonLength(part);
  }
}

function contentLength(parts: { type: string; text?: string }[]): number {
  return parts.reduce((sum, part) => sum + (part.text?.length ?? 0), 0);
}

function jsonLength(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}
