import type { ModelMessage } from "ai";

const charactersPerToken = 3.5;
/** What a message costs besides its text. */
export const frameCharacters = 16;

/** About how many tokens messages are. Images and other files are not counted. */
export function estimateTokens(messages: ModelMessage[]): number {
  const characters = messages.reduce((sum, message) => sum + messageLength(message), 0);
  return Math.ceil(characters / charactersPerToken);
}

export function charactersOf(tokens: number): number {
  return Math.floor(tokens * charactersPerToken);
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
