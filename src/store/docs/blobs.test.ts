import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import { addTestProject, countRows, noon, testBlob } from "../../../test/store-rows.ts";
import { inChunks } from "../in-chunks.ts";
import { existingBlobs, insertBlobs } from "./blobs.ts";

describe.each(storeKinds)("on %s", (kind) => {
  test("storing a blob twice changes nothing", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    await insertBlobs(db, projectId, [testBlob("one")], noon);
    await insertBlobs(db, projectId, [testBlob("one", { title: "other" }), testBlob("two")], noon);
    expect(await countRows(db, "blobs")).toBe(2);
    expect(await countRows(db, "passages")).toBe(4);
    const one = db.selectFrom("blobs").select("title").where("hash", "=", "one");
    expect(await one.executeTakeFirst()).toEqual({ title: "one" });
  });

  test("what is stored is what was given, and later commits wait for the disk again", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const { passages, ...blob } = testBlob("one", {
      hidden: true,
      problems: [{ line: 3, message: "m" }],
    });
    await insertBlobs(db, projectId, [{ ...blob, passages }], noon);
    const rows = await db.selectFrom("blobs").selectAll().execute();
    expect(rows).toEqual([{ ...blob, projectId, createdAt: noon }]);
    const stored = await db.selectFrom("passages").selectAll().orderBy("ordinal").execute();
    expect(stored.map(({ id, vector, ...row }) => ({ ...row, vector: [...vector] }))).toEqual(
      passages.map(({ vector, ...passage }, ordinal) => {
        return { ...passage, vector: [...vector], projectId, blobHash: "one", ordinal };
      }),
    );
    if (kind !== "sqlite") return;
    const pragma = await sql<{ synchronous: number }>`pragma synchronous`.execute(db);
    expect(pragma.rows).toEqual([{ synchronous: 2 }]);
  });

  test("only the blobs of the own project count as stored", async () => {
    const db = await openTestStore(kind);
    const [first, second] = [await addTestProject(db, "a"), await addTestProject(db, "b")];
    await insertBlobs(db, first, [testBlob("one")], noon);
    expect(await existingBlobs(db, first, ["one", "two"], noon)).toEqual(new Set(["one"]));
    expect(await existingBlobs(db, second, ["one"], noon)).toEqual(new Set());
    await insertBlobs(db, second, [testBlob("one")], noon);
    expect(await countRows(db, "passages")).toBe(4);
  });

  test("more blobs than fit one statement are stored and found", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const hashes = Array.from({ length: 450 }, (_, index) => `hash-${index}`);
    const blobs = hashes.map((hash) => testBlob(hash));
    await insertBlobs(db, projectId, blobs, noon);
    expect((await existingBlobs(db, projectId, [...hashes, "none"], noon)).size).toBe(450);
    expect(await countRows(db, "passages")).toBe(900);
    expect(await existingBlobs(db, projectId, [], noon)).toEqual(new Set());
    await insertBlobs(db, projectId, [], noon);
  });

  test("syncs that store the same blobs in opposite orders do not block each other", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const blobs = Array.from({ length: 300 }, (_, index) => testBlob(`hash-${index}`));
    const orders = [blobs, blobs.toReversed(), blobs, blobs.toReversed()];
    await Promise.all(orders.map((order) => insertBlobs(db, projectId, order, noon)));
    expect(await countRows(db, "blobs")).toBe(300);
  });
});

test("chunks hold every item once, in order", () => {
  const items = Array.from({ length: 401 }, (_, index) => index);
  const chunks = [...inChunks(items)];
  expect(chunks.map((chunk) => chunk.length)).toEqual([200, 200, 1]);
  expect(chunks.flat()).toEqual(items);
  expect([...inChunks([])]).toEqual([]);
});
