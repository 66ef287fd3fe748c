import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import type { Database } from "../database.ts";
import { commitInGroup } from "./group-commit.ts";

const add = (db: Database, name: string) =>
  db.insertInto("leases").values({ name, owner: "me", expiresAt: "" }).execute();
const addInGroup = (db: Database, name: string) => commitInGroup(db, (trx) => add(trx, name));
const namesOf = async (db: Database) =>
  (await db.selectFrom("leases").select("name").orderBy("name").execute()).map(({ name }) => name);

describe.each(storeKinds)("on %s", (kind) => {
  test("of transactions at the same moment each is whole or not there, and says so itself", async () => {
    const db = await openTestStore(kind);
    await addInGroup(db, "first");
    const half = commitInGroup(db, async (trx) => {
      await add(trx, "half");
      throw new Error("stop");
    });
    const twice = addInGroup(db, "first");
    const all = await Promise.allSettled([
      half,
      addInGroup(db, "one"),
      twice,
      addInGroup(db, "two"),
    ]);
    expect(all.map(({ status }) => status)).toEqual([
      ...["rejected", "fulfilled", "rejected", "fulfilled"],
    ]);
    expect(all[0]).toMatchObject({ reason: { message: "stop" } });
    expect(await namesOf(db)).toEqual(["first", "one", "two"]);
  });
});

test("on SQLite, what is written at the same moment is one commit, and nothing is told before it", async () => {
  const db = await openTestStore("sqlite");
  const told: string[] = [];
  const toldAtWork: number[] = [];
  const names = Array.from({ length: 20 }, (_, index) => `lease-${index + 10}`);
  const work = async (name: string) => {
    await commitInGroup(db, async (trx) => {
      toldAtWork.push(told.length);
      await add(trx, name);
    });
    told.push(name);
  };
  await Promise.all(names.map(work));
  expect(toldAtWork).toEqual(names.map(() => 0));
  expect(told).toEqual(names);
});

test("where the commit fails, all are told", async () => {
  const db = await openTestStore("sqlite");
  const broken = commitInGroup(db, (trx) => sql`rollback`.execute(trx));
  const ends = await Promise.allSettled([addInGroup(db, "one"), broken, addInGroup(db, "two")]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  await addInGroup(db, "three");
  expect(await namesOf(db)).toContain("three");
});
