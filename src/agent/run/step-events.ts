import type { JobEvent, Todo } from "../../contract/jobs.ts";
import type { FollowUp } from "../../store/jobs/job-messages.ts";
import { cutText } from "../../text/bounded.ts";
import type { Reply } from "./job-progress.ts";
import type { CallResult } from "./run-calls.ts";

/** What the stream says of a model's reply, before its tools run. */
export function replyEvents(place: { step: number; attempt: number }, reply: Reply): JobEvent[] {
  const { step, attempt } = place;
  const id = `step-${step}`;
  const text: JobEvent[] = [
    { type: "text-start", id },
    { type: "text-delta", id, delta: reply.text },
    { type: "text-end", id },
  ];
  return [
    ...reply.heard.map(followUpEvent),
    { type: "data-step", id, data: { index: step, attempt } },
    { type: "start-step" },
    ...(reply.text === "" ? [] : text),
    ...reply.calls.map(
      ({ id: toolCallId, name, input }): JobEvent => ({
        type: "tool-input-available",
        toolCallId,
        toolName: name,
        input: shortened(input),
        dynamic: true,
      }),
    ),
  ];
}

function followUpEvent({ seq, messages }: FollowUp): JobEvent {
  const text = messages.map(({ content }) => content).join("\n\n");
  return { type: "data-follow-up", id: `follow-up-${seq}`, data: { text } };
}

/** What it says when they have run. */
export function resultEvents(results: CallResult[], todos: Todo[] | undefined): JobEvent[] {
  return [
    ...results.map(resultEvent),
    ...(todos === undefined ? [] : [{ type: "data-todos", id: "todos", data: todos } as const]),
    { type: "finish-step" },
  ];
}

/** A job ended between a reply and what its tools would have given. */
export function cutOffEvents(reply: Reply | undefined): JobEvent[] {
  if (reply === undefined) return [];
  const error = "The job ended before this was done.";
  return resultEvents(
    reply.calls.map((call) => ({ call, error })),
    undefined,
  );
}

function resultEvent(result: CallResult): JobEvent {
  const { id: toolCallId } = result.call;
  if ("error" in result)
    return { type: "tool-output-error", toolCallId, errorText: result.error, dynamic: true };
  const output = shortened(result.output);
  return { type: "tool-output-available", toolCallId, output, dynamic: true };
}

const longestText = 4_000;
const mostItems = 100;
const deepest = 6;
const mostCharacters = 100_000;

/** A value as the stream shows it: whole pages and long lists are for the model, not for whoever watches. */
export function shortened(value: unknown): unknown {
  return shorten(value, 0, { left: mostCharacters });
}

/** Characters that all texts of one value may still take. */
type Room = { left: number };

function shorten(value: unknown, depth: number, room: Room): unknown {
  if (typeof value === "string") return shortText(value, room);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= deepest || room.left <= 0) return "…";
  if (Array.isArray(value)) {
    const kept = value.slice(0, mostItems).map((item) => shorten(item, depth + 1, room));
    const left = value.length - kept.length;
    return left === 0 ? kept : [...kept, `… ${left} more`];
  }
  const entries = Object.entries(value).slice(0, mostItems);
  return Object.fromEntries(
    entries.map(([name, item]) => [shortText(name, room), shorten(item, depth + 1, room)]),
  );
}

function shortText(text: string, room: Room): string {
  const longest = Math.max(0, Math.min(longestText, room.left));
  room.left -= Math.min(text.length, longest) + 1;
  return cutText(text, longest, `… (${text.length - longest} more characters)`);
}
