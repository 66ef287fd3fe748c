import type { AnswerEvent } from "../../contract/answer-events.ts";
import type { LoggedEvent } from "../../store/answers/answers.ts";

/**
 * The newest committed events of the answers this node writes, so that readers on it need not ask the store for what has
 * just been written there. Bounded: a reader that falls behind reads the store.
 */
export type RecentEvents = {
  /** `seq` is that of the last event in the store. */
  begin(answerId: string, seq: number): void;
  add(row: { answerId: string; seq: number; event: AnswerEvent }): void;
  /** Events behind a place; undefined where only the store can tell. */
  after(answerId: string, seq: number): LoggedEvent[] | undefined;
  end(answerId: string): void;
};

const mostEvents = 200;

/** The event at `events[0]` is the one behind `before`. */
type Kept = { before: number; events: LoggedEvent[] };

export function createRecentEvents(): RecentEvents {
  const byAnswer = new Map<string, Kept>();
  return {
    begin: (answerId, seq) => void byAnswer.set(answerId, { before: seq, events: [] }),
    add({ answerId, seq, event }) {
      const kept = byAnswer.get(answerId);
      if (!kept) return;
      kept.events.push({ seq, event });
      if (kept.events.length <= mostEvents) return;
      const dropped = kept.events.splice(0, mostEvents / 2);
      kept.before = dropped.at(-1)?.seq ?? kept.before;
    },
    after(answerId, seq) {
      const kept = byAnswer.get(answerId);
      if (!kept || seq < kept.before) return undefined;
      return kept.events.slice(seq - kept.before);
    },
    end: (answerId) => void byAnswer.delete(answerId),
  };
}
