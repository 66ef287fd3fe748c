import type { ModelMessage, ToolCallPart } from "ai";

/** What was said to the model, its reply, and the results of the tools it called: these stay together. */
export type Turn = ModelMessage[];

export function turnsOf(conversation: ModelMessage[]): Turn[] {
  const turns: Turn[] = [];
  let previous: ModelMessage["role"] | undefined;
  for (const message of conversation) {
    const begins = message.role !== "tool" && previous !== "user";
    const last = turns.at(-1);
    if (last === undefined || begins) turns.push([message]);
    else last.push(message);
    previous = message.role;
  }
  return turns;
}

export function callsOf(turn: Turn): ToolCallPart[] {
  return turn.flatMap((message) => {
    if (message.role !== "assistant" || typeof message.content === "string") return [];
    return message.content.filter((part) => part.type === "tool-call");
  });
}

/** The words of all messages of a role, each by itself. */
export function textsOf(turn: Turn, role: "assistant" | "user"): string[] {
  return turn.flatMap((message) => {
    if (message.role !== role) return [];
    const { content } = message;
    if (typeof content === "string") return [content];
    const texts: string[] = [];
    for (const part of content) if (part.type === "text") texts.push(part.text);
    return [texts.join("\n")];
  });
}
