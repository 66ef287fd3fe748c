import { setImmediate } from "node:timers/promises";
import type { AnswerEvent } from "../../contract/answer-events.ts";
import type { Log } from "../../lib/log.ts";
import { areStored, insertEvents } from "../../store/answers/answers.ts";
import type { Database } from "../../store/database.ts";
import { isStoreFault, waitForStore } from "../../store/store-fault.ts";

/** Between two commits; with many answers at once longer, so that more of their text goes into one row, one commit and one write to a reader. */
const shortestPauseMs = 8;
const longestPauseMs = 400;
const pausePerAnswerMs = 0.8;
/** Readers hold a page of events while they wait for their connection: none of these may be large. */
const longestDelta = 8_192;

export type EventRow = { answerId: string; seq: number; event: AnswerEvent };

type Deps = {
  db: Database;
  log: Log;
  onCommitted(answerId: string, rows: EventRow[]): void;
  /** Its events could not be written: most likely someone else has closed the answer. */
  onFailed(answerId: string): void;
};

/** Events on their way into the store: those of many answers share one commit. */
export function createEventQueue(deps: Deps) {
  let pending: EventRow[] = [];
  /** The last of each answer's waiting events. */
  const newest = new Map<string, EventRow>();
  let flushing: Promise<void> | undefined;
  let commitUnderWay: { answerIds: Set<string>; done: Promise<void> } | undefined;

  async function flushAll(): Promise<void> {
    // What an answer says in one turn of the event loop goes into one commit.
    await setImmediate();
    while (pending.length > 0) {
      const answerIds = new Set(pending.map((row) => row.answerId));
      commitUnderWay = { answerIds, done: write(pending, answerIds) };
      pending = [];
      newest.clear();
      await commitUnderWay.done;
      commitUnderWay = undefined;
      if (pending.length > 0) await pauseFor(answerIds.size);
    }
    flushing = undefined;
  }

  async function write(rows: EventRow[], answerIds: Set<string>): Promise<void> {
    const failed = new Set(await commit(deps, rows));
    // What came behind an event that could not be written must not stand alone.
    if (failed.size > 0) pending = pending.filter((row) => !failed.has(row.answerId));
    for (const answerId of failed) newest.delete(answerId);
    for (const answerId of failed) deps.onFailed(answerId);
    const byAnswer = Map.groupBy(rows, (row) => row.answerId);
    for (const answerId of answerIds) {
      const written = failed.has(answerId) ? [] : (byAnswer.get(answerId) ?? []);
      deps.onCommitted(answerId, written);
    }
  }

  return {
    /** True: the event became part of one that waits, and needs no place of its own. */
    join: (answerId: string, event: AnswerEvent) => joinDelta(newest.get(answerId), event),
    push(row: EventRow): void {
      pending.push(row);
      newest.set(row.answerId, row);
      flushing ??= flushAll();
    },
    /** Takes an answer's events back that are not in the store. Waits for no other answer: while many stream, there is always something left to flush. */
    async take(answerId: string): Promise<EventRow[]> {
      while (commitUnderWay?.answerIds.has(answerId)) await commitUnderWay.done;
      const own = pending.filter((row) => row.answerId === answerId);
      pending = pending.filter((row) => row.answerId !== answerId);
      newest.delete(answerId);
      return own;
    },
    /** Resolves when nothing waits. */
    async empty(): Promise<void> {
      while (flushing) await flushing;
    },
  };
}

/** Text that waits for the same commit becomes one row with what its answer said last. False: it needs a row of its own. */
function joinDelta(last: EventRow | undefined, event: AnswerEvent): boolean {
  if (event.type !== "text-delta") return false;
  if (last?.event.type !== "text-delta" || last.event.id !== event.id) return false;
  if (last.event.delta.length + event.delta.length > longestDelta) return false;
  last.event = { ...last.event, delta: last.event.delta + event.delta };
  return true;
}

function pauseFor(answers: number): Promise<void> {
  const wanted = Math.max(shortestPauseMs, answers * pausePerAnswerMs);
  return new Promise((resolve) => setTimeout(resolve, Math.min(wanted, longestPauseMs)));
}

/** One commit for all; when it fails, one for each, so that an answer someone else closed does not hold up the others. Returns those that failed. */
async function commit({ db, log }: Deps, rows: EventRow[]): Promise<string[]> {
  try {
    await waitForStore(() => insertEvents(db, rows));
    return [];
  } catch {
    const failed: string[] = [];
    for (const answerId of new Set(rows.map((row) => row.answerId))) {
      const own = rows.filter((row) => row.answerId === answerId);
      await insertOwn(db, own).catch((error) => {
        log.error({ err: error, answerId }, "could not write the events of an answer");
        failed.push(answerId);
      });
    }
    return failed;
  }
}

/** A commit whose end nobody heard of may have been one: then what is there is what was to be written. */
async function insertOwn(db: Database, rows: EventRow[]): Promise<void> {
  try {
    await insertEvents(db, rows);
  } catch (error) {
    if (isStoreFault(error) || !(await areStored(db, rows))) throw error;
  }
}
