import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { cutLine } from "../../test/cut-line.ts";
import { createMigratedDatabase } from "../../test/migrated-store.ts";
import { addTestProject, countRows, openUntilEnd } from "../../test/store-rows.ts";
import { systemClock } from "../lib/clock.ts";
import { createLog } from "../lib/log.ts";
import { knownPrices } from "../models/calls/prices.ts";
import type { Database } from "../store/database.ts";
import { createPriceBook, recordUsage } from "./record-usage.ts";

test.each(["cut", "loseReplies"] as const)(
  "what a model used is written down once when the store is back (%s)",
  async (fault) => {
    const { line, db, record } = await setUp();
    line[fault]();
    const recording = record();
    await expect.poll(() => isAway(db)).toBe(true);
    line.mend();
    await recording;
    expect(await countRows(db, "usage")).toBe(1);
  },
);

test("an answer waits no longer for its usage than for the store, and the usage is written all the same", async () => {
  const { line, db, record } = await setUp();
  line.cut();
  await record({ patienceMs: 0 });
  line.mend();
  await expect.poll(() => countRows(db, "usage").catch(() => 0), { timeout: 20_000 }).toBe(1);
});

test("usage that cannot be written for another reason is told", async () => {
  const { db, record } = await setUp();
  await db.schema.dropTable("usage").execute();
  await expect(record()).rejects.toThrow("usage");
});

async function setUp() {
  const database = await createMigratedDatabase();
  onTestFinished(database.drop);
  const line = await cutLine({ url: database.url });
  const db: Database = await openUntilEnd({ kind: "postgres", url: line.url });
  const projectId = await addTestProject(db);
  const log = createLog({ level: "silent", format: "json" });
  const deps = { db, clock: systemClock, log, prices: createPriceBook(knownPrices, log) };
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const call = { projectId, keyId: "key_1", model: "claude-sonnet-5-5", usage };
  const record = (more: { patienceMs?: number } = {}) => recordUsage({ ...deps, ...more }, call);
  return { line, db, record };
}

function isAway(db: Database): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => false,
    () => true,
  );
}
