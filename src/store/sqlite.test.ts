import { statSync, writeFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { emptyStoreLocation, openUntilEnd } from "../../test/store-rows.ts";
import type { Database } from "./database.ts";

test("every commit reaches the disk, and foreign keys hold", async () => {
  const db = await openUntilEnd(await emptyStoreLocation("sqlite"));
  expect(await pragma(db, "journal_mode")).toBe("wal");
  expect(await pragma(db, "synchronous")).toBe(2);
  expect(await pragma(db, "foreign_keys")).toBe(1);
  expect(await pragma(db, "busy_timeout")).toBe(10_000);
});

test("nobody else on the machine reads the store, however it was made", async () => {
  const location = await emptyStoreLocation("sqlite");
  if (location.kind !== "sqlite") throw new Error("not a file");
  const modes = () =>
    ["", "-wal", "-shm"].map((end) => statSync(`${location.file}${end}`).mode & 0o777);
  const before = process.umask(0o022);
  try {
    writeFileSync(location.file, "", { mode: 0o644 });
    const db = await openUntilEnd(location);
    await pragma(db, "user_version = 1");
    expect(modes()).toEqual([0o600, 0o600, 0o600]);
  } finally {
    process.umask(before);
  }
});

test("a transaction that reads first and writes later waits for another handle's write", async () => {
  const location = await emptyStoreLocation("sqlite");
  const [first, second] = [await openUntilEnd(location), await openUntilEnd(location)];
  await first.transaction().execute(async (trx) => {
    expect(await domains(trx)).toEqual([]);
    await expect(quickWrite(second)).rejects.toThrow(/locked/);
    await insert(trx, "first");
  });
  await insert(second, "second");
  expect(await domains(first)).toEqual(["first", "second"]);
});

test("twenty read-then-write transactions on two handles all succeed", async () => {
  const location = await emptyStoreLocation("sqlite");
  const handles = [await openUntilEnd(location), await openUntilEnd(location)];
  const count = async (db: Database) =>
    db.transaction().execute(async (trx) => {
      const before = (await domains(trx)).length;
      await insert(trx, `domain-${before}`);
    });
  // One handle's synchronous wait would block the other's commit in this same process, so they take turns.
  for (let turn = 0; turn < 10; turn++) for (const handle of handles) await count(handle);
  expect(await domains(handles[0] ?? handles[1] ?? (await openUntilEnd(location)))).toHaveLength(
    20,
  );
});

test("a failed transaction leaves nothing, and the handle goes on", async () => {
  const db = await openUntilEnd(await emptyStoreLocation("sqlite"));
  const fails = db.transaction().execute(async (trx) => {
    await insert(trx, "gone");
    throw new Error("stop");
  });
  await expect(fails).rejects.toThrow("stop");
  await insert(db, "stays");
  expect(await domains(db)).toEqual(["stays"]);
});

test("more different statements than the cache holds still work", async () => {
  const db = await openUntilEnd(await emptyStoreLocation("sqlite"));
  for (let value = 0; value < 700; value++) {
    const row = await sql<{ value: number }>`select ${sql.lit(value)} as value`.execute(db);
    expect(row.rows).toEqual([{ value }]);
  }
});

async function pragma(db: Database, name: string): Promise<unknown> {
  const result = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db);
  return Object.values(result.rows[0] ?? {})[0];
}

async function quickWrite(db: Database): Promise<void> {
  await sql`pragma busy_timeout = 50`.execute(db);
  await db.transaction().execute((trx) => domains(trx));
}

async function insert(db: Database, domain: string): Promise<void> {
  const columns = { name: "", visibility: "private", baseUrl: "", createdAt: "" } as const;
  await db
    .insertInto("projects")
    .values({ id: domain, domain, currentRevisionId: null, ...columns })
    .execute();
}

async function domains(db: Database): Promise<string[]> {
  const rows = await db.selectFrom("projects").select("domain").orderBy("domain").execute();
  return rows.map((row) => row.domain);
}
