import type { AnswerEvent } from "../../contract/answer-events.ts";
import type { ModelPart } from "./stream-model.ts";

type ToolPart = Exclude<ModelPart, { type: "text" | "usage" }>;

/** What the reader sees of the model's tools. They may run side by side: the model reads until the last one is done. */
export function createToolEvents(): (part: ToolPart) => AnswerEvent[] {
  let running = 0;
  return (part) => {
    const about = { toolCallId: part.id, dynamic: true } as const;
    if (part.type === "call") {
      running += 1;
      const { name: toolName, input } = part;
      const event: AnswerEvent = { type: "tool-input-available", ...about, toolName, input };
      return running === 1 ? [status("reading"), event] : [event];
    }
    running -= 1;
    const event: AnswerEvent =
      part.type === "result"
        ? { type: "tool-output-available", ...about, output: part.output }
        : { type: "tool-output-error", ...about, errorText: part.message };
    return running === 0 ? [event, status("writing")] : [event];
  };
}

function status(state: "reading" | "writing"): AnswerEvent {
  return { type: "data-status", id: "status", data: { state }, transient: true };
}
