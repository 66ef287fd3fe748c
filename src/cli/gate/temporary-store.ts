import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "../../store/database.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A store in a folder of its own, which is gone afterwards, also when somebody stops the program. */
export async function withTemporaryStore<Result>(
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "docent-gate-"));
  const stop = (signal: NodeJS.Signals) => {
    rmSync(folder, { recursive: true, force: true });
    for (const one of signals) process.removeListener(one, stop);
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, stop);
  try {
    const db = await openDatabase({ kind: "sqlite", file: join(folder, "docent.db") });
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  } finally {
    for (const signal of signals) process.removeListener(signal, stop);
    await rm(folder, { recursive: true, force: true });
  }
}
