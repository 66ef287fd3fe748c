import type { AnswerEvent } from "../../contract/answer-events.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { Wake } from "../../lib/wake.ts";
import {
  type AnswerRecord,
  areStored,
  finishAnswer,
  type LoggedEvent,
  renewLeases,
} from "../../store/answers/answers.ts";
import { commitInGroup } from "../../store/commit/group-commit.ts";
import type { Database } from "../../store/database.ts";
import { waitForStore } from "../../store/store-fault.ts";
import { type AnswerStopReason, createStopWatch } from "./answer-stop.ts";
import { createEventQueue, type EventRow } from "./event-queue.ts";
import { createRecentEvents } from "./recent-events.ts";

/** A writer that is gone is found out when this is over: its readers wait that long for an error, and never 30 seconds. */
export const leaseMs = 15_000;
const beatMs = 3_000;

type Deps = { db: Database; wake: Wake; clock: Clock; log: Log };
type Open = {
  seq: number;
  stop(reason: AnswerStopReason): void;
  recent: ReturnType<typeof createRecentEvents>;
};

/** Readers on this node get the end of an answer without a look at the store; whoever comes later reads it there. */
const keptEndMs = 1_000;

export type AnswerLog = ReturnType<typeof createAnswerLog>;

/** Writes the events of every running answer of this node, and keeps them alive. */
export function createAnswerLog(deps: Deps) {
  const open = new Map<string, Open>();
  const ended = new Map<string, Open["recent"]>();
  const stops = createStopWatch(deps, open);
  const queue = createEventQueue({
    ...deps,
    onCommitted(answerId, rows) {
      for (const row of rows) open.get(answerId)?.recent.add(row);
      deps.wake.notify(answerId);
    },
    onFailed: (answerId) => forget(answerId)?.stop("closed by someone else"),
  });
  const beat = setInterval(() => void renew(deps, [...open.keys()]), beatMs);
  beat.unref();

  function forget(answerId: string): Open | undefined {
    const place = open.get(answerId);
    open.delete(answerId);
    stops.follow();
    return place;
  }

  function keepEnd(answerId: string, recent: Open["recent"], rows: EventRow[]): void {
    for (const row of rows) recent.add(row);
    ended.set(answerId, recent);
    setTimeout(() => ended.delete(answerId), keptEndMs).unref();
  }

  /** One that has ended has nothing to say any more to those who have read it all. */
  function endAfter(answerId: string, seq: number): LoggedEvent[] | undefined {
    const events = ended.get(answerId)?.after(seq);
    return events && events.length > 0 ? events : undefined;
  }

  return {
    /**
     * Its first event is committed already, together with the question. `stop` is called when the answer has to end,
     * whoever decided that, on whatever node.
     */
    open(answerId: string, first: AnswerEvent, stop: Open["stop"] = () => undefined): void {
      const recent = createRecentEvents(0);
      recent.add({ seq: 1, event: first });
      open.set(answerId, { seq: 1, stop, recent });
      stops.follow();
    },
    /** Queues an event; it reaches readers with the next commit. */
    append(answerId: string, event: AnswerEvent): void {
      const place = open.get(answerId);
      if (place && !queue.join(answerId, event)) queue.push(nextRow(answerId, place, event));
    },
    /** Commits the last events together with the record. False: the answer had already been closed by someone else. */
    async finish(answerId: string, last: AnswerEvent[], record: AnswerRecord): Promise<boolean> {
      const waiting = await queue.take(answerId);
      const place = open.get(answerId);
      if (!place) return false;
      const rows = [...waiting, ...last.map((event) => nextRow(answerId, place, event))];
      const at = deps.clock.now().toISOString();
      try {
        const closed = await closeAnswer(deps.db, { id: answerId, record, at, events: rows });
        if (closed) keepEnd(answerId, place.recent, rows);
        return closed;
      } finally {
        // Until here it is kept alive, and its readers wait for it.
        forget(answerId);
        deps.wake.notify(answerId);
      }
    },
    /** Committed events behind a place of an answer that this node writes; undefined where only the store can tell. */
    recent: (answerId: string, afterSeq: number): LoggedEvent[] | undefined =>
      open.get(answerId)?.recent.after(afterSeq) ?? endAfter(answerId, afterSeq),
    async close(): Promise<void> {
      clearInterval(beat);
      stops.close();
      await queue.empty();
    },
  };
}

/** While the store is away it is tried again. Who did not hear that it had worked finds its own events there. */
async function closeAnswer(
  db: Database,
  finished: Parameters<typeof finishAnswer>[1] & { events: EventRow[] },
): Promise<boolean> {
  let isFirst = true;
  return waitForStore(async () => {
    const isAgain = !isFirst;
    isFirst = false;
    const closed = await commitInGroup(db, (trx) => finishAnswer(trx, finished));
    return closed || (isAgain && areStored(db, finished.events));
  });
}

function nextRow(answerId: string, place: Open, event: AnswerEvent): EventRow {
  place.seq += 1;
  return { answerId, seq: place.seq, event };
}

async function renew({ db, clock, log }: Deps, answerIds: string[]): Promise<void> {
  const until = new Date(clock.now().getTime() + leaseMs).toISOString();
  await renewLeases(db, answerIds, until).catch((error) =>
    log.warn({ err: error }, "could not renew the leases of running answers"),
  );
}
