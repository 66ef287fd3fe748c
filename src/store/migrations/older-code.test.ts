import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import { addTestProject } from "../../../test/store-rows.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLog } from "../../lib/log.ts";
import { connectDatabase, type Database, locationOf, openDatabase } from "../database.ts";
import { takeLease } from "../leases.ts";
import { migrate, migrations } from "../migrate.ts";
import { startNodeBeat } from "../nodes/node-beat.ts";
import type { Migration } from "./migration.ts";
import { levelOf, refuseNewerSchema } from "./older-code.ts";

const level = levelOf(migrations);
const adds: Migration = {
  name: "9001-adds",
  statements: ["alter table projects add column colour text not null default ''"],
};
const takesAway: Migration = {
  name: "9002-takes-away",
  contracts: "9001-adds",
  statements: ["alter table projects drop column colour"],
};

async function columnsOf(db: Database): Promise<string[]> {
  await addTestProject(db);
  const { rows } = await sql<object>`select * from projects`.execute(db);
  return Object.keys(rows[0] ?? {});
}

describe.each(storeKinds)("on %s", (kind) => {
  test("older code opens a store that newer code has only added to", async () => {
    const db = await openTestStore(kind);
    expect(await migrate(db, kind, [...migrations, adds])).toEqual([adds.name]);
    const older = await openDatabase(locationOf(db));
    expect(await columnsOf(older)).toContain("colour");
    await older.destroy();
  });

  test("older code refuses a store from which newer code took what it uses", async () => {
    const db = await openTestStore(kind);
    expect(await migrate(db, kind, [...migrations, adds, takesAway])).toHaveLength(2);
    expect(await columnsOf(db)).not.toContain("colour");
    await expect(openDatabase(locationOf(db))).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("9002-takes-away"),
    });
  });
});

test("code that used nothing of what was taken away goes on with it", () => {
  const ran = [{ name: takesAway.name, oldestCode: "9001-adds" }];
  expect(() => refuseNewerSchema(ran, [...migrations, adds])).not.toThrow();
  expect(() => refuseNewerSchema(ran, migrations)).toThrow("newer Docent");
});

const log = createLog({ level: "silent", format: "json" });

test("nothing is taken away while a node runs that uses it", async () => {
  const db = await openTestStore("postgres");
  const newer = [...migrations, adds, takesAway];
  const beat = startNodeBeat({ db, clock: systemClock, log });
  const beats = () => db.selectFrom("leases").select("owner").execute();
  await expect.poll(beats).toEqual([{ owner: level }]);
  expect(await migrate(db, "postgres", newer)).toEqual([adds.name]);
  await beat.stop();
  expect(await beats()).toEqual([]);
  const own = { name: "node/newer", owner: takesAway.name, now: systemClock.now() };
  await takeLease(db, own);
  await takeLease(db, { name: "node/gone", owner: level, now: new Date(0) });
  expect(await migrate(db, "postgres", newer)).toEqual([takesAway.name]);
});

test("a table that somebody reads for long is waited for without holding up the others", async () => {
  const db = await openTestStore("postgres");
  const other = connectDatabase(locationOf(db), 1);
  const count = () => sql`select count(*) from projects`.execute(db);
  let migrating: Promise<string[]> | undefined;
  await other.transaction().execute(async (trx) => {
    await sql`lock table projects in access share mode`.execute(trx);
    migrating = migrate(db, "postgres", [...migrations, adds]);
    await expect.poll(() => waitingFor(db)).toBe(1);
    await count();
  });
  expect(await migrating).toEqual([adds.name]);
  await other.destroy();
});

async function waitingFor(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from pg_locks where not granted and relation = 'projects'::regclass`.execute(
    db,
  );
  return rows[0]?.count;
}
