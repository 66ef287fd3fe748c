import type { AnswerEvent } from "../../contract/answer-events.ts";

type Row = { event: AnswerEvent };

/** Readers hold a page of events while they wait for their connection: none of these may be large. */
const longestDelta = 8_192;

/** Text that waits for the same commit becomes one row with what its answer said last. False: it needs a row of its own. */
export function joinDelta(last: Row | undefined, event: AnswerEvent): boolean {
  if (event.type !== "text-delta") return false;
  if (last?.event.type !== "text-delta" || last.event.id !== event.id) return false;
  if (last.event.delta.length + event.delta.length > longestDelta) return false;
  last.event = { ...last.event, delta: last.event.delta + event.delta };
  return true;
}
