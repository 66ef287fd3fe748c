import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import { connectDatabase, type Database, fileOf, locationOf } from "../database.ts";
import { commitToDisk } from "./commit-to-disk.ts";

const add = (db: Database, name: string) =>
  commitToDisk(db, (trx) =>
    trx.insertInto("leases").values({ name, owner: "me", expiresAt: "" }).execute(),
  );

describe.each(storeKinds)("on %s", (kind) => {
  test("what was committed at the same moment is all there for another handle", async () => {
    const db = await openTestStore(kind);
    const names = Array.from({ length: 20 }, (_, index) => `lease-${index + 10}`);
    await Promise.all(names.map((name) => add(db, name)));
    const other = connectDatabase(locationOf(db), 1);
    const rows = await other.selectFrom("leases").select("name").orderBy("name").execute();
    await other.destroy();
    expect(rows.map(({ name }) => name)).toEqual(names);
  });

  test("one that fails leaves nothing and says so", async () => {
    const db = await openTestStore(kind);
    await add(db, "one");
    await expect(add(db, "one")).rejects.toThrow();
    await expect(add(db, "two")).resolves.toBeDefined();
  });
});

test("on SQLite, a commit that did not reach the disk is not told as one", async () => {
  const db = await openTestStore("sqlite");
  await add(db, "one");
  rmSync(`${fileOf(db)}-wal`);
  await expect(add(db, "two")).rejects.toThrow("ENOENT");
});
