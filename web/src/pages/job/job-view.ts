import type { AgentSession, JobEvent, Todo } from "../../../../src/contract/jobs.ts";
import { readSent, type SentMessage } from "./sent-message.ts";

export type ToolItem = {
  type: "tool";
  key: string;
  step: number;
  callId: string;
  name: string;
  input: unknown;
  output: unknown;
  state: "running" | "done" | "failed";
};

export type JobItem =
  | { type: "text"; key: string; step: number; id: string; text: string }
  | { type: "error"; key: string; step: number; text: string }
  | { type: "follow-up"; key: string; step: number; text: string }
  /** How a turn ended that was not the last. */
  | { type: "ending"; key: string; step: number; session: AgentSession }
  | ToolItem;

export type ProposedChange = { number: number; title: string; url: string; draft: boolean };

/** Everything a job's stream has told so far, and what was sent to the job from here. */
export type JobView = {
  items: JobItem[];
  sent: SentMessage[];
  todos: Todo[] | undefined;
  session: AgentSession | undefined;
  change: ProposedChange | undefined;
  step: number;
  /** How the turn before ended; undefined once the next has begun. */
  ending: AgentSession | undefined;
};

export const emptyJobView: JobView = {
  items: [],
  sent: [],
  todos: undefined,
  session: undefined,
  change: undefined,
  step: 0,
  ending: undefined,
};

export function applyJobEvents(view: JobView, events: JobEvent[]): JobView {
  const next = { ...view, items: [...view.items] };
  for (const event of events) {
    applyFacts(next, event);
    applyItem(next, event);
  }
  return next;
}

function applyFacts(view: JobView, event: JobEvent): void {
  if (event.type === "data-session") {
    view.session = event.data;
    if (event.data.haulted) view.ending = event.data;
  }
  if (event.type === "data-todos") view.todos = event.data;
  if (event.type === "data-pull-request") view.change = event.data;
  if (event.type === "data-step") startStep(view, event.data.index, event.data.attempt);
  if (event.type === "data-follow-up") view.sent = readSent(view.sent, event.data.text);
}

/** A step that is done again after a restart replaces what its first attempt had said. */
function startStep(view: JobView, index: number, attempt: number): void {
  view.step = index;
  if (attempt > 1) view.items = view.items.filter(({ step }) => step < index);
}

function applyItem(view: JobView, event: JobEvent): void {
  const { items, step } = view;
  const key = `${event.type} ${items.length}`;
  switch (event.type) {
    case "start":
      startTurn(view, key);
      return;
    case "data-follow-up":
      items.push({ type: "follow-up", key, step, text: event.data.text });
      return;
    case "text-start":
      items.push({ type: "text", key, step, id: event.id, text: "" });
      return;
    case "text-delta":
      extendText(items, event.id, event.delta);
      return;
    case "tool-input-available": {
      const { toolCallId: callId, toolName: name, input } = event;
      items.push({
        type: "tool",
        key,
        step,
        callId,
        name,
        input,
        output: undefined,
        state: "running",
      });
      return;
    }
    case "tool-output-available":
      endTool(items, event.toolCallId, { output: event.output, state: "done" });
      return;
    case "tool-output-error":
      endTool(items, event.toolCallId, { output: event.errorText, state: "failed" });
      return;
    case "error":
      items.push({ type: "error", key, step, text: event.errorText });
  }
}

/** An error has said by itself how its turn ended. */
function startTurn(view: JobView, key: string): void {
  const { ending: session, items, step } = view;
  view.ending = undefined;
  if (session === undefined || items.at(-1)?.type === "error") return;
  items.push({ type: "ending", key, step, session });
}

function extendText(items: JobItem[], id: string, delta: string): void {
  const index = items.findLastIndex((item) => item.type === "text" && item.id === id);
  const item = items[index];
  if (item?.type === "text") items[index] = { ...item, text: item.text + delta };
}

function endTool(items: JobItem[], callId: string, end: Pick<ToolItem, "output" | "state">): void {
  const index = items.findLastIndex((item) => item.type === "tool" && item.callId === callId);
  const item = items[index];
  if (item?.type === "tool") items[index] = { ...item, ...end };
}
