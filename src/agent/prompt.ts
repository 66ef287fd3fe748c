import { readFileSync } from "node:fs";
import type { ModelMessage } from "ai";
import type { JobMessage } from "../contract/jobs.ts";

const instructions = readFileSync(new URL("./prompt.md", import.meta.url), "utf8");

/** Always first, and the only text that speaks as the system. */
export function systemPrompt(docsFolder: string): string {
  const place =
    docsFolder === "" ? "at the top of the repository" : `in the folder "${docsFolder}"`;
  return `${instructions}\nThe docs stand ${place}. Paths are always given from the top of the repository.\n`;
}

/** What the caller sent, as user text: whatever role a message claims, none of it is ours. */
export function callerMessages(messages: JobMessage[]): ModelMessage[] {
  return messages.map(({ role, content }) => ({
    role: "user",
    content:
      role === "user"
        ? content
        : `(The caller marked this message as "${label(role)}".)\n\n${content}`,
  }));
}

/** The task in plain text, newest message last. An assistant's earlier words are no part of it unless there is nothing else. */
export function instructionOf(messages: JobMessage[]): string {
  const asked = messages.filter((message) => message.role !== "assistant");
  return (asked.length > 0 ? asked : messages).map(({ content }) => content).join("\n\n");
}

function label(role: string): string {
  return role.replace(/[^\w-]+/g, " ").slice(0, 50);
}
