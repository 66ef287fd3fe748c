import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import { addTestProject, minutesAfterNoon, noon } from "../../../test/store-rows.ts";
import { newId } from "../../lib/ids.ts";
import type { Database } from "../database.ts";
import { insertUsage, type UsageRecord, usageBetween } from "./usage.ts";

describe.each(storeKinds)("on %s", (kind) => {
  test("tokens and cost add up for a project and for a key, from a moment on", async () => {
    const db = await openTestStore(kind);
    const acme = await addTestProject(db, "acme");
    const beta = await addTestProject(db, "beta");
    await add(db, { projectId: acme, keyId: "key_1", createdAt: minutesAfterNoon(-1) });
    await add(db, { projectId: acme, keyId: "key_1", createdAt: noon });
    await add(db, { projectId: acme, keyId: "key_2", createdAt: minutesAfterNoon(1) });
    await add(db, { projectId: beta, keyId: "key_3", createdAt: minutesAfterNoon(1) });
    expect(await usageBetween(db, { projectId: acme }, { from: noon })).toEqual({
      tokens: 2_222,
      costMicros: 10,
    });
    expect(await usageBetween(db, { keyId: "key_1" }, { from: noon })).toEqual({
      tokens: 1_111,
      costMicros: 5,
    });
    expect(await usageBetween(db, { keyId: "key_9" }, { from: noon })).toEqual({
      tokens: 0,
      costMicros: 0,
    });
  });

  test("sums beyond 32 bits are exact", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const most = { inputTokens: 2_000_000_000, costMicros: 2_000_000_000 };
    await add(db, { projectId, ...most });
    await add(db, { projectId, ...most });
    expect(await usageBetween(db, { projectId }, { from: noon })).toEqual({
      tokens: 4_000_000_222,
      costMicros: 4_000_000_000,
    });
  });
});

async function add(db: Database, more: Partial<UsageRecord>): Promise<void> {
  await insertUsage(db, {
    id: newId("usg"),
    projectId: "",
    keyId: "",
    answerId: "",
    jobId: "",
    step: 0,
    model: "m",
    inputTokens: 1_000,
    outputTokens: 100,
    cacheReadTokens: 10,
    cacheWriteTokens: 1,
    costMicros: 5,
    createdAt: noon,
    ...more,
  });
}
