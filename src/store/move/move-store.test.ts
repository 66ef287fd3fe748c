import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { fillStore } from "../../../test/filled-store.ts";
import { makeUpAnswer } from "../../../test/made-up-answers.ts";
import { writeMigratedFile } from "../../../test/migrated-store.ts";
import {
  addTestProject,
  countEveryTable,
  emptyStoreLocation,
  everyRow,
  noon,
  openUntilEnd,
  testBlob,
} from "../../../test/store-rows.ts";
import { questionRows } from "../answers/analytics.ts";
import type { Database } from "../database.ts";
import { insertBlobs } from "../docs/blobs.ts";
import { moveStore } from "./move-store.ts";

/** A store with rows of most kinds: answers, jobs, keys, bytes, and a revision that names an older row's id. */
async function makeStore() {
  const folder = await mkdtemp(join(tmpdir(), "docent-move-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "docent.db");
  await writeMigratedFile(file);
  const db = await openUntilEnd({ kind: "sqlite", file });
  const projectId = await addTestProject(db, "acme");
  await fillStore(file, "acme");
  await insertBlobs(db, projectId, [testBlob("one"), testBlob("zwei – größer 😀")], noon);
  const facts = { projectId, commits: {}, siteIds: {}, pageCount: 0, createdAt: noon };
  for (const id of ["rev_b", "rev_a"])
    await db
      .insertInto("revisions")
      .values({ ...facts, id, baseRevisionId: null })
      .execute();
  await db
    .updateTable("revisions")
    .set({ baseRevisionId: "rev_a" })
    .where("id", "=", "rev_b")
    .execute();
  for (let count = 0; count < 201; count += 1)
    await makeUpAnswer(db, { projectId, at: noon, question: `Question${count}`, record: {} });
  return { db, file, projectId };
}

const sorted = async (db: Database) =>
  (await everyRow(db)).map((row) => JSON.stringify(row, bytesAsText)).sort();

/** One store gives bytes as a Buffer, which is written in its own way. */
function bytesAsText(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toJSON() : value;
}

async function postgres() {
  const location = await emptyStoreLocation("postgres");
  if (location.kind !== "postgres") throw new Error("not the store that was asked for");
  return location;
}

test("every row arrives, is found by its words, and new ones follow", async () => {
  const { db: source, file, projectId } = await makeStore();
  const target = await postgres();
  const seen: string[] = [];
  const moved = await moveStore({
    ...{ file, url: target.url },
    onProgress: (table) => seen.push(table),
  });
  const db = await openUntilEnd(target);
  expect(await sorted(db)).toEqual(await sorted(source));
  const counts = await countEveryTable(db);
  expect(moved).toHaveLength(Object.keys(counts).length);
  expect(moved.reduce((sum, { rows }) => sum + rows, 0)).toBe(
    Object.values(counts).reduce((sum, rows) => sum + rows, 0),
  );
  expect(new Set(seen)).toEqual(new Set(moved.map(({ table }) => table)));
  await makeUpAnswer(db, { projectId, at: noon, question: "Question17 anew", record: {} });
  const page = { after: undefined, limit: 100, mostBytes: 1e9 };
  const { rows } = await questionRows(db, { projectId, text: "question17" }, page);
  expect(rows).toHaveLength(12);
});

test("a database that has rows is refused, and a copy that fails leaves nothing", async () => {
  const { file } = await makeStore();
  const move = (url: string) => moveStore({ file, url, onProgress: () => undefined });
  const used = await postgres();
  await addTestProject(await openUntilEnd(used), "other");
  await expect(move(used.url)).rejects.toThrow(/not empty \(projects has rows\)/);
  const odd = await postgres();
  const db = await openUntilEnd(odd);
  // What arrives is not what was sent.
  await sql`create function odd() returns trigger language plpgsql as $$ begin new.text := 'other'; return new; end $$`.execute(
    db,
  );
  await sql`create trigger odd before insert on messages for each row execute function odd()`.execute(
    db,
  );
  await expect(move(odd.url)).rejects.toThrow(/The table messages arrived with \d+ rows/);
  expect(Object.values(await countEveryTable(db)).every((rows) => rows === 0)).toBe(true);
  await sql`drop trigger odd on messages`.execute(db);
  expect(await move(odd.url)).not.toEqual([]);
});

test("a text with a NUL, which PostgreSQL cannot hold, is changed and told", async () => {
  const { db, file } = await makeStore();
  await db.updateTable("projects").set({ name: "a\0b" }).where("domain", "=", "acme").execute();
  const target = await postgres();
  const moved = await moveStore({ file, url: target.url, onProgress: () => undefined });
  expect(moved.filter(({ changedTexts }) => changedTexts > 0)).toMatchObject([
    { table: "projects", changedTexts: 1 },
  ]);
  const there = await openUntilEnd(target);
  const names = await there.selectFrom("projects").select("name").execute();
  expect(names).toContainEqual({ name: "a\uFFFDb" });
});
