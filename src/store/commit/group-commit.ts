import { setTimeout as pause, setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "../database.ts";
import { kindOf } from "../kind-of.ts";
import { commitToDisk } from "./commit-to-disk.ts";

type Work<Result> = (trx: DatabaseTransaction) => Promise<Result>;
type Waiting = {
  work: Work<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
};
type Group = { waiting: Waiting[]; isRunning: boolean };

const groups = new WeakMap<Database, Group>();
/** So much longer than a commit took are the next ones gathered: each takes work, however little is in it. */
const gatherTimes = 2;
const longestGatherMs = 20;

/**
 * A transaction that shares its commit with others of the same moment, for what many do at once. Each is whole or not there
 * for itself. PostgreSQL gathers by itself; SQLite would wait for the disk once for each.
 */
export async function commitInGroup<Result>(db: Database, work: Work<Result>): Promise<Result> {
  if (kindOf(db) === "postgres") return db.transaction().execute(work);
  const group = groups.get(db) ?? { waiting: [], isRunning: false };
  groups.set(db, group);
  return new Promise<Result>((resolve, reject) => {
    const done = (result: unknown) => resolve(result as Result);
    group.waiting.push({ work, resolve: done, reject });
    if (!group.isRunning) void commitAll(db, group);
  });
}

async function commitAll(db: Database, group: Group): Promise<void> {
  group.isRunning = true;
  await setImmediate();
  while (group.waiting.length > 0) {
    const tookMs = await commitOnce(db, group.waiting.splice(0));
    await pause(Math.min(tookMs * gatherTimes, longestGatherMs));
  }
  group.isRunning = false;
}

/** Gives the milliseconds it took. */
async function commitOnce(db: Database, all: Waiting[]): Promise<number> {
  const started = performance.now();
  const settle: (() => void)[] = [];
  try {
    await commitToDisk(db, async (trx) => {
      for (const one of all) settle.push(await runApart(trx, one));
    });
    for (const tell of settle) tell();
  } catch (error) {
    for (const { reject } of all) reject(error);
  }
  return performance.now() - started;
}

/** One that fails leaves nothing, and does the others no harm. */
async function runApart(trx: DatabaseTransaction, { work, resolve, reject }: Waiting) {
  await sql`savepoint one`.execute(trx);
  try {
    const result = await work(trx);
    await sql`release savepoint one`.execute(trx);
    return () => resolve(result);
  } catch (error) {
    await sql`rollback to savepoint one`.execute(trx);
    await sql`release savepoint one`.execute(trx);
    return () => reject(error);
  }
}
