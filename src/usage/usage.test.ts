import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../test/harness.ts";
import { addTestProject, countRows } from "../../test/store-rows.ts";
import { createLog } from "../lib/log.ts";
import { knownPrices } from "../models/calls/prices.ts";
import type { Database } from "../store/database.ts";
import {
  type CeilingCall,
  type Ceilings,
  createCeilingCheck,
  describeCeiling,
} from "./check-ceiling.ts";
import { createDayTotals } from "./day-totals.ts";
import { createPriceBook, recordUsage, type UsageInput } from "./record-usage.ts";

const usage = { inputTokens: 1_000, outputTokens: 100, cacheReadTokens: 500, cacheWriteTokens: 40 };
const none: Ceilings = {
  tokensPerKey: undefined,
  tokensPerProject: undefined,
  unpricedTokensPerProject: undefined,
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

  test("a ceiling of tokens for models without a price holds for these alone", async () => {
    const { record, check } = await setUp(kind);
    await record({ model: "llama3" });
    const ceilings = { unpricedTokensPerProject: 1_640 };
    await check(ceilings);
    await expect(check(ceilings, { isPriced: false })).rejects.toThrow("limit for today");
  });

  test("the owner is told which setting it is, a reader is not, and the log says it once a day", async () => {
    const { db, projectId, record, clock, log, lines } = await setUp(kind);
    await record({});
    const ceilings = { ...none, costMicrosPerProject: 1 };
    const check = createCeilingCheck({ db, clock, log });
    const call = { projectId, keyId: "key_1", isPriced: true, network: "" };
    const words = (isOwner: boolean) =>
      check({ ...call, isOwner }, ceilings).catch((error: Error) => error.message);
    expect(await words(true)).toContain("DOCENT_DAILY_COST_PER_PROJECT sets the limit; 0 lifts it");
    expect(await words(false)).not.toContain("DOCENT");
    expect(lines).toMatchObject([{ setting: "DOCENT_DAILY_COST_PER_PROJECT", projectId }]);
  });

  test("the last part of a day's ceiling is for those who have not asked far more than others", async () => {
    const { db, projectId, record, clock, log } = await setUp(kind);
    await record({});
    const ceilings = { ...none, tokensPerProject: 1_700 };
    const check = createCeilingCheck({ db, clock, log });
    const asks = (network: string, isOwner = false) =>
      check({ projectId, keyId: "", isPriced: true, isOwner, network }, ceilings).then(
        () => "answered",
        () => "refused",
      );
    // Alone it may use all there is.
    for (let asked = 0; asked < 50; asked += 1) expect(await asks("loud")).toBe("answered");
    for (const reader of ["a", "b", "c", "d"]) expect(await asks(reader)).toBe("answered");
    expect(await asks("loud")).toBe("refused");
    expect(await asks("loud", true)).toBe("answered");
    expect(await asks("a")).toBe("answered");
    await record({});
    expect(await asks("a")).toBe("refused");
  });

  test("calls of long ago are summed once, and new ones are seen at once", async () => {
    const { db, projectId, record } = await setUp(kind);
    const totalOf = createDayTotals(db);
    const total = async (at: string) => (await totalOf({ projectId }, new Date(at))).tokens;
    await record({}, "2030-01-01T22:00:00.000Z");
    await record({}, "2030-01-01T23:00:00.000Z");
    expect(await total("2030-01-01T23:00:30.000Z")).toBe(2 * 1_640);
    await db.deleteFrom("usage").where("createdAt", "<", "2030-01-01T22:30:00.000Z").execute();
    await record({}, "2030-01-01T23:00:40.000Z");
    expect(await total("2030-01-01T23:00:41.000Z")).toBe(3 * 1_640);
    expect(await total("2030-01-01T23:30:00.000Z")).toBe(3 * 1_640);
    expect(await total("2030-01-02T00:00:01.000Z")).toBe(0);
  });

  test("of a busy minute only the last seconds are read for each question, and what is written late is seen a second later", async () => {
    const { db, projectId, record } = await setUp(kind);
    const totalOf = createDayTotals(db);
    const total = async (at: string) => (await totalOf({ projectId }, new Date(at))).tokens;
    await record({}, "2030-01-01T23:00:20.000Z");
    expect(await total("2030-01-01T23:00:40.000Z")).toBe(1_640);
    await record({}, "2030-01-01T23:00:21.000Z");
    await record({}, "2030-01-01T23:00:40.100Z");
    expect(await total("2030-01-01T23:00:40.200Z")).toBe(2 * 1_640);
    expect(await total("2030-01-01T23:00:41.300Z")).toBe(3 * 1_640);
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

test("the start names the ceiling that a project has, in dollars, or in tokens where the price is not known", () => {
  const ceilings = { ...none, costMicrosPerProject: 2_500_000, unpricedTokensPerProject: 1_000 };
  expect(describeCeiling(ceilings, true)).toMatch(/2\.5 dollars.*DOCENT_DAILY_COST_PER_PROJECT/);
  expect(describeCeiling(ceilings, false)).toMatch(/1000 tokens.*DOCENT_DAILY_TOKENS_PER_PROJECT/);
  expect(describeCeiling(none, true)).toBe("no daily ceiling for a project");
});

async function setUp(kind: (typeof storeKinds)[number]) {
  const db: Database = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const lines: Record<string, unknown>[] = [];
  const log = createLog(
    { level: "warn", format: "json" },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
  const prices = createPriceBook(knownPrices, log);
  const clock = { now: () => new Date("2030-01-01T23:00:00.000Z") };
  const record = (more: Partial<UsageInput>, at?: string) => {
    const call = { projectId, keyId: "key_1", model: "claude-sonnet-5-5", usage };
    const now = () => new Date(at ?? clock.now());
    return recordUsage({ db, clock: { now }, log, prices }, { ...call, ...more });
  };
  const check = (
    ceilings: Partial<Ceilings>,
    { at, ...more }: Partial<CeilingCall> & { at?: string } = {},
  ): Promise<void> => {
    const now = () => new Date(at ?? clock.now());
    const call = { projectId, keyId: "key_1", isPriced: true, isOwner: false, network: "" };
    const most = { ...none, ...ceilings };
    return createCeilingCheck({ db, log, clock: { now } })({ ...call, ...more }, most);
  };
  return { db, projectId, record, check, clock, log, lines };
}
