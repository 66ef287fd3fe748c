import type { AnswerEvent } from "../contract/answer-events.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Wake } from "../lib/wake.ts";
import { type AnswerRecord, finishAnswer, insertEvents, renewLeases } from "../store/answers.ts";
import type { Database } from "../store/database.ts";

export const leaseMs = 20_000;
const beatMs = 5_000;
const pauseBetweenCommitsMs = 8;

type Deps = { db: Database; wake: Wake; clock: Clock; log: Log };
type Row = { answerId: string; seq: number; event: AnswerEvent };

/** Writes the events of every running answer of this node: many answers share one commit. */
export type AnswerLog = {
  open(answerId: string): void;
  /** Queues an event; it reaches readers with the next commit. */
  append(answerId: string, event: AnswerEvent): void;
  /** Commits the last events together with the record. False: the answer had already been closed by someone else. */
  finish(answerId: string, last: AnswerEvent[], record: AnswerRecord): Promise<boolean>;
  close(): Promise<void>;
};

export function createAnswerLog(deps: Deps): AnswerLog {
  const open = new Map<string, number>();
  let pending: Row[] = [];
  let flushing: Promise<void> | undefined;
  let commitUnderWay: { answerIds: Set<string>; done: Promise<void> } | undefined;
  const beat = setInterval(() => void renew(), beatMs);
  beat.unref();

  function nextRow(answerId: string, event: AnswerEvent): Row {
    const seq = (open.get(answerId) ?? 1) + 1;
    open.set(answerId, seq);
    return { answerId, seq, event };
  }

  function append(answerId: string, event: AnswerEvent): void {
    if (!open.has(answerId) || joinDelta(pending, answerId, event)) return;
    pending.push(nextRow(answerId, event));
    flushing ??= flushAll();
  }

  async function flushAll(): Promise<void> {
    await Promise.resolve();
    while (pending.length > 0) {
      const answerIds = new Set(pending.map((row) => row.answerId));
      commitUnderWay = { answerIds, done: write(pending, answerIds) };
      pending = [];
      await commitUnderWay.done;
      commitUnderWay = undefined;
      if (pending.length > 0)
        await new Promise((resolve) => setTimeout(resolve, pauseBetweenCommitsMs));
    }
    flushing = undefined;
  }

  async function write(rows: Row[], answerIds: Set<string>): Promise<void> {
    for (const answerId of await commit(deps, rows)) open.delete(answerId);
    for (const answerId of answerIds) deps.wake.notify(answerId);
  }

  /** Waits for no other answer: while many stream, there is always something left to flush. */
  async function takeWaiting(answerId: string): Promise<Row[]> {
    while (commitUnderWay?.answerIds.has(answerId)) await commitUnderWay.done;
    const own = pending.filter((row) => row.answerId === answerId);
    pending = pending.filter((row) => row.answerId !== answerId);
    return own;
  }

  async function finish(
    answerId: string,
    last: AnswerEvent[],
    record: AnswerRecord,
  ): Promise<boolean> {
    const waiting = await takeWaiting(answerId);
    if (!open.has(answerId)) return false;
    const rows = [...waiting, ...last.map((event) => nextRow(answerId, event))];
    open.delete(answerId);
    const closed = await deps.db.transaction().execute(async (trx) => {
      const mine = await finishAnswer(trx, answerId, record, deps.clock.now().toISOString());
      if (mine) await insertEvents(trx, rows);
      return mine;
    });
    deps.wake.notify(answerId);
    return closed;
  }

  async function renew(): Promise<void> {
    const until = new Date(deps.clock.now().getTime() + leaseMs).toISOString();
    await renewLeases(deps.db, [...open.keys()], until).catch((error) =>
      deps.log.warn({ err: error }, "could not renew the leases of running answers"),
    );
  }

  return {
    // Its first event, `start`, is committed together with the question.
    open: (answerId) => void open.set(answerId, 1),
    append,
    finish,
    async close() {
      clearInterval(beat);
      while (flushing) await flushing;
    },
  };
}

/** Text that waits for the same commit becomes one row. */
function joinDelta(pending: Row[], answerId: string, event: AnswerEvent): boolean {
  if (event.type !== "text-delta") return false;
  const last = pending.findLast((row) => row.answerId === answerId);
  if (last?.event.type !== "text-delta" || last.event.id !== event.id) return false;
  last.event = { ...last.event, delta: last.event.delta + event.delta };
  return true;
}

/** One commit for all; when it fails, one for each, so that an answer someone else closed does not hold up the others. Returns those that failed. */
async function commit(deps: Deps, rows: Row[]): Promise<string[]> {
  const write = (some: Row[]) => deps.db.transaction().execute((trx) => insertEvents(trx, some));
  try {
    await write(rows);
    return [];
  } catch {
    const failed: string[] = [];
    for (const answerId of new Set(rows.map((row) => row.answerId))) {
      await write(rows.filter((row) => row.answerId === answerId)).catch((error) => {
        deps.log.error({ err: error, answerId }, "could not write the events of an answer");
        failed.push(answerId);
      });
    }
    return failed;
  }
}
