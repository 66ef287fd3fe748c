import type { AnswerEvent } from "../../contract/answer-events.ts";
import { type AnswerTools, MisusedTool, unusable } from "../tools/docs-tools.ts";
import type { ToolPart } from "./reply-rounds.ts";

const longestMessage = 500;
const unknownTool = "unknown_tool";

/** What the reader sees of the model's tools. They may run side by side: the model reads until the last one is done. */
export function createShownCalls({
  declared,
}: Pick<AnswerTools, "declared">): (part: ToolPart) => AnswerEvent[] {
  const names = new Set(declared.map(({ name }) => name));
  /** Servers choose the ids of their calls, and some use one twice; readers' clients need each once. */
  const open = new Map<string, string[]>();
  let begun = 0;
  let running = 0;

  function begin(part: Call): AnswerEvent[] {
    begun += 1;
    running += 1;
    const toolCallId = `call-${begun}`;
    const same = open.get(part.toolCallId);
    if (same) same.push(toolCallId);
    else open.set(part.toolCallId, [toolCallId]);
    const toolName = names.has(part.toolName) ? part.toolName : unknownTool;
    const input = shownInput(part.input);
    const type = "tool-input-available";
    const event: AnswerEvent = { type, toolCallId, dynamic: true, toolName, input };
    return running === 1 ? [status("reading"), event] : [event];
  }

  function end(id: string, eventOf: (call: ShownCall) => AnswerEvent): AnswerEvent[] {
    const toolCallId = open.get(id)?.shift();
    if (toolCallId === undefined) return [];
    running -= 1;
    const event = eventOf({ toolCallId, dynamic: true });
    return running === 0 ? [event, status("writing")] : [event];
  }

  return (part) => {
    if (part.type === "tool-call") return begin(part);
    if (part.type === "tool-result") {
      const output = plain(part.output);
      return end(part.toolCallId, (call) => ({ type: "tool-output-available", ...call, output }));
    }
    const errorText = messageOf(part.error);
    return end(part.toolCallId, (call) => ({ type: "tool-output-error", ...call, errorText }));
  };
}

type Call = Extract<ToolPart, { type: "tool-call" }>;
type ShownCall = { toolCallId: string; dynamic: true };

function status(state: "reading" | "writing"): AnswerEvent {
  return { type: "data-status", id: "status", data: { state }, transient: true };
}

function messageOf(error: unknown): string {
  const isOurs = error instanceof Error && !(error instanceof MisusedTool);
  const message = isOurs ? error.message : unusable;
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
