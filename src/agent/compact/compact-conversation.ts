import type { ModelMessage, ToolCallPart, ToolResultPart } from "ai";
import type { Todo } from "../../contract/jobs.ts";
import { charactersOf } from "../../models/calls/estimate-tokens.ts";
import {
  callsOf,
  estimateTokens,
  frameCharacters,
  type Step,
  stepsOf,
} from "./conversation-steps.ts";
import { pastMessage } from "./past-message.ts";

type LongConversation = {
  /** What came after the opening: the task itself stands before it and is never touched. */
  conversation: ModelMessage[];
  budgetTokens: number;
  todos: Todo[];
  changedPaths: string[];
};

/** Recent steps stay whole as long as anything else can give way. */
const wholeSteps = 4;
const pastShare = 1 / 3;

/**
 * The conversation as a model's window takes it. One that fits comes back as it is; another comes back at most half
 * as long as the budget, so that this is rare: each time it happens the provider reads everything anew. Old results
 * of tools give way first, then whole steps, for which one message stands in. The result takes the conversation's
 * place: it may be given to this function again when it has grown.
 */
export function compactConversation(long: LongConversation): ModelMessage[] {
  const { conversation, budgetTokens } = long;
  if (estimateTokens(conversation) <= budgetTokens) return conversation;
  const target = Math.floor(budgetTokens / 2);
  const steps = stepsOf(conversation);
  const recent = Math.max(0, steps.length - wholeSteps);
  const lighter = shortened(steps, { end: recent, target });
  if (sizeOf(lighter) <= target) return lighter.flat();
  const pastTokens = Math.floor(target * pastShare);
  const room = target - pastTokens;
  const late = lighter.slice(recent);
  const fitting = [
    ...lighter.slice(0, recent),
    ...shortened(late, { end: Infinity, target: room }),
  ];
  const start = firstKept(fitting, room);
  if (start === 0) return fitting.flat();
  const past = pastMessage(
    fitting.slice(0, start),
    long,
    charactersOf(pastTokens) - frameCharacters,
  );
  return [past, ...fitting.slice(start).flat()];
}

/** Long results become notes, the oldest first, until the steps are as short as they should be. */
function shortened(steps: Step[], { end, target }: { end: number; target: number }): Step[] {
  let size = sizeOf(steps);
  return steps.map((step, index) => {
    if (index >= end || size <= target) return step;
    const shorter = shortenResults(step);
    size += estimateTokens(shorter) - estimateTokens(step);
    return shorter;
  });
}

/** The first of the last steps that fit together; past the end when not even the last one does. */
function firstKept(steps: Step[], room: number): number {
  let left = room;
  const tooMuch = steps.findLastIndex((step) => {
    left -= estimateTokens(step);
    return left < 0;
  });
  return tooMuch + 1;
}

function sizeOf(steps: Step[]): number {
  return steps.reduce((sum, step) => sum + estimateTokens(step), 0);
}

/** Shorter results are worth less than a note in their place. */
const shortResult = 600;
const longestInput = 200;
const longestError = 200;

/** The step with a note in place of every long result: what the call was, and how to get it again. */
function shortenResults(step: Step): Step {
  const calls = new Map(callsOf(step).map((call) => [call.toolCallId, call]));
  return step.map((message): ModelMessage => {
    if (message.role !== "tool") return message;
    const content = message.content.map((part) =>
      part.type === "tool-result" ? noteOf(part, calls.get(part.toolCallId)) : part,
    );
    return { ...message, content };
  });
}

function noteOf(part: ToolResultPart, call: ToolCallPart | undefined): ToolResultPart {
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

const changing = new Set(
  "write_file edit_file move_file delete_file replace_term add_page insert_text set_front_matter repair_links".split(
    " ",
  ),
);
