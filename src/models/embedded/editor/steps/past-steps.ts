import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import type { PastCall, PastStep } from "./create-editor.ts";

/** The steps so far: every assistant message of the prompt, its calls joined with their results. */
export function pastSteps(prompt: LanguageModelV4Prompt): PastStep[] {
  const steps: PastStep[] = [];
  const open = new Map<string, PastCall>();
  for (const message of prompt) {
    const last = steps.at(-1);
    if (message.role === "user" && last?.calls.some(isDone)) last.endsTurn = true;
    if (message.role === "assistant") {
      const step: PastStep = { text: "", calls: [] };
      steps.push(step);
      for (const part of message.content) {
        if (part.type === "text") step.text += part.text;
        if (part.type === "tool-call") {
          const call: PastCall = { id: part.toolCallId, name: part.toolName, input: part.input };
          step.calls.push(call);
          open.set(call.id, call);
        }
        if (part.type === "tool-result") settle(open, part);
      }
    }
    if (message.role !== "tool") continue;
    for (const part of message.content) if (part.type === "tool-result") settle(open, part);
  }
  return steps;
}

/** A refused end is no end. */
function isDone({ name, output, error }: PastCall): boolean {
  return name === "finish" && error === undefined && output !== undefined;
}

function settle(open: Map<string, PastCall>, part: LanguageModelV4ToolResultPart): void {
  const call = open.get(part.toolCallId);
  if (call === undefined) return;
  const { output } = part;
  if (output.type === "json") call.output = output.value;
  else if (output.type === "text") call.output = fromJson(output.value);
  else if (output.type === "error-text") call.error = output.value;
  else if (output.type === "error-json") call.error = JSON.stringify(output.value);
  else if (output.type === "execution-denied") call.error = output.reason ?? "It was not allowed.";
  else call.error = "The tool gave a result that is no JSON.";
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
