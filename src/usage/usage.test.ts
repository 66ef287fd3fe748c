import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../test/harness.ts";
import { addTestProject, countRows } from "../../test/store-rows.ts";
import { createLog } from "../lib/log.ts";
import { knownPrices } from "../models/calls/prices.ts";
import type { Database } from "../store/database.ts";
import { type Ceilings, checkCeiling } from "./check-ceiling.ts";
import { createPriceBook, recordUsage, type UsageInput } from "./record-usage.ts";

const usage = { inputTokens: 1_000, outputTokens: 100, cacheReadTokens: 500, cacheWriteTokens: 40 };
const none: Ceilings = {
  tokensPerKey: undefined,
  tokensPerProject: undefined,
  costMicrosPerKey: undefined,
  costMicrosPerProject: undefined,
};

describe.each(storeKinds)("on %s", (kind) => {
  test("a call is recorded with its tokens and its cost in millionths of a dollar", async () => {
    const { db, projectId, record } = await setUp(kind);
    await record({ answerId: "ans_1" });
    await record({ jobId: "job_1", step: 3, model: "claude-opus-5-5" });
    const rows = await db.selectFrom("usage").selectAll().orderBy("step").execute();
    const tokens = {
      inputTokens: 1_000,
      outputTokens: 100,
      cacheReadTokens: 500,
      cacheWriteTokens: 40,
    };
    const createdAt = "2030-01-01T23:00:00.000Z";
    expect(rows).toMatchObject([
      {
        projectId,
        keyId: "key_1",
        answerId: "ans_1",
        jobId: "",
        step: 0,
        ...tokens,
      },
      { answerId: "", jobId: "job_1", step: 3, model: "claude-opus-5-5", createdAt, ...tokens },
    ]);
    expect(rows.map((row) => row.costMicros)).toEqual([3_200, 6_300]);
  });

  test("an unknown model costs nothing, and the log says so once", async () => {
    const { db, record, lines } = await setUp(kind);
    await record({ model: "llama3" });
    await record({ model: "llama3" });
    await record({ model: "qwen" });
    expect(await db.selectFrom("usage").select("costMicros").execute()).toEqual(
      Array(3).fill({ costMicros: 0 }),
    );
    expect(lines.map((line) => line.model)).toEqual(["llama3", "qwen"]);
  });

  test("the embedded model leaves no row", async () => {
    const { db, record, lines } = await setUp(kind);
    await record({ model: "docent-embedded-1" });
    expect([await countRows(db, "usage"), lines]).toEqual([0, []]);
  });

  test.each<[keyof Ceilings, number]>([
    ["tokensPerKey", 1_640],
    ["tokensPerProject", 1_640],
    ["costMicrosPerKey", 3_200],
    ["costMicrosPerProject", 3_200],
  ])("%s stops the next call once it is reached, until midnight UTC", async (name, most) => {
    const { record, check } = await setUp(kind);
    await check({ [name]: most });
    await record({});
    await check({ [name]: most + 1 });
    await expect(check({ [name]: most })).rejects.toMatchObject({
      code: "rate_limited",
      message: expect.stringContaining("limit for today"),
      retryAfterSeconds: 3_600,
    });
    await check({ [name]: most }, { at: "2030-01-02T00:00:00.000Z" });
  });

  test("a key's ceiling is its own, and does not hold where no key is used", async () => {
    const { record, check } = await setUp(kind);
    await record({});
    await record({ keyId: "" });
    await check({ tokensPerKey: 1 }, { keyId: "key_2" });
    await check({ tokensPerKey: 1 }, { keyId: "" });
    await expect(check({ tokensPerProject: 1 }, { keyId: "" })).rejects.toThrow("limit for today");
  });

  test("usage that cannot be read stops the call, but only where there is a ceiling", async () => {
    const { db, check } = await setUp(kind);
    await db.schema.dropTable("usage").execute();
    await check({});
    const error = await check({ tokensPerProject: 1 }).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "unavailable" });
    expect(error.message).not.toContain("usage");
  });
});

async function setUp(kind: (typeof storeKinds)[number]) {
  const db: Database = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const lines: { model?: string }[] = [];
  const log = createLog(
    { level: "warn", format: "json" },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
  const prices = createPriceBook(knownPrices, log);
  const clock = { now: () => new Date("2030-01-01T23:00:00.000Z") };
  const record = (more: Partial<UsageInput>) => {
    const call = { projectId, keyId: "key_1", model: "claude-sonnet-5-5", usage };
    return recordUsage({ db, clock, prices }, { ...call, ...more });
  };
  const check = (ceilings: Partial<Ceilings>, more: { keyId?: string; at?: string } = {}) => {
    const now = () => new Date(more.at ?? clock.now());
    const deps = { db, clock: { now }, ceilings: { ...none, ...ceilings } };
    return checkCeiling(deps, { projectId, keyId: more.keyId ?? "key_1" });
  };
  return { db, projectId, record, check, lines };
}
