import type { LoggedEvent } from "../../store/answers/answers.ts";

const mostEvents = 200;

/**
 * The newest committed events of an answer this node writes, so that readers on it need not ask the store for what has
 * just been written there. Bounded: a reader that falls behind reads the store. `seq` is that of the last event in the store.
 */
export function createRecentEvents(seq: number) {
  /** The event at `events[0]` is the one behind it. */
  let before = seq;
  const events: LoggedEvent[] = [];
  return {
    add({ seq, event }: LoggedEvent): void {
      events.push({ seq, event });
      if (events.length <= mostEvents) return;
      before = events.splice(0, mostEvents / 2).at(-1)?.seq ?? before;
    },
    /** Events behind a place; undefined where only the store can tell. */
    after: (place: number): LoggedEvent[] | undefined =>
      place < before ? undefined : events.slice(place - before),
  };
}
