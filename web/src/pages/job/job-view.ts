import {
  type AgentSession,
  endsJob,
  type JobEvent,
  type Todo,
} from "../../../../src/contract/jobs.ts";

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
  | ToolItem;

export type ProposedChange = { number: number; title: string; url: string; draft: boolean };

/** Everything a job's stream has told so far. */
export type JobView = {
  items: JobItem[];
  todos: Todo[] | undefined;
  session: AgentSession | undefined;
  change: ProposedChange | undefined;
  step: number;
  isEnded: boolean;
};

export const emptyJobView: JobView = {
  items: [],
  todos: undefined,
  session: undefined,
  change: undefined,
  step: 0,
  isEnded: false,
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
  if (event.type === "data-session") view.session = event.data;
  if (event.type === "data-todos") view.todos = event.data;
  if (event.type === "data-pull-request") view.change = event.data;
  if (event.type === "data-step") startStep(view, event.data.index, event.data.attempt);
  if (endsJob(event)) view.isEnded = true;
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
