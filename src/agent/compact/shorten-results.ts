import type { ModelMessage, ToolCallPart, ToolResultPart } from "ai";
import { callsOf, type Turn } from "./turns.ts";

/** Shorter results are worth less than a note in their place. */
const shortResult = 600;
const longestInput = 200;
const longestError = 200;

/** The turn with a note in place of every long result: what the call was, and how to get it again. */
export function shortenResults(turn: Turn): Turn {
  const calls = new Map(callsOf(turn).map((call) => [call.toolCallId, call]));
  return turn.map((message): ModelMessage => {
    if (message.role !== "tool") return message;
    const content = message.content.map((part) =>
      part.type === "tool-result" ? shortened(part, calls.get(part.toolCallId)) : part,
    );
    return { ...message, content };
  });
}

function shortened(part: ToolResultPart, call: ToolCallPart | undefined): ToolResultPart {
  const length = JSON.stringify(part.output).length;
  if (length <= shortResult) return part;
  const input = JSON.stringify(call?.input ?? {}).slice(0, longestInput);
  const what = `The result of ${part.toolName} ${input} was left out here to save room (${length} characters)`;
  if (part.output.type === "error-text") {
    const value = `${part.output.value.slice(0, longestError)}… (Shortened. ${what}.)`;
    return { ...part, output: { type: "error-text", value } };
  }
  const how = changing.has(part.toolName)
    ? "what it did stands; read_file shows the files as they are now"
    : "call it again if you need it";
  return { ...part, output: { type: "text", value: `(${what}: ${how}.)` } };
}

const changing = new Set(["write_file", "edit_file", "move_file", "delete_file"]);
