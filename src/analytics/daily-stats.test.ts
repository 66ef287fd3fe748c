import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { makeUpAnswer, makeUpUsage } from "../../test/made-up-answers.ts";
import { addTestProject, noon } from "../../test/store-rows.ts";
import type { StatsQuery } from "../contract/insights/analytics.ts";
import { putFeedback } from "../store/answers/feedback.ts";
import { dailyStats } from "./daily-stats.ts";

const operator = { kind: "operator" } as const;
const clock = { now: () => new Date(noon) };

async function setUp(kind: StoreKind) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const stats = (query: StatsQuery = {}) =>
    dailyStats({ db, clock }, operator, { projectId, query });
  return { db, projectId, stats };
}

const nothing = {
  questions: 0,
  answered: 0,
  unanswered: 0,
  reserve: 0,
  declined: 0,
  cut: 0,
  refused: 0,
  failed: 0,
  streaming: 0,
  up: 0,
  down: 0,
  firstTokenMs: null,
  totalMs: null,
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 },
};

describe.each(storeKinds)("on %s", (kind) => {
  test("what members try is not counted as readers' questions", async () => {
    const { db, projectId, stats } = await setUp(kind);
    const timings = JSON.stringify({ retrievedMs: 5, firstTokenMs: 20, totalMs: 90 });
    for (const keyId of ["", "", "key_1"]) {
      const place = await makeUpAnswer(db, { projectId, at: noon, keyId, timings, record: {} });
      await putFeedback(db, { ...place, projectId, rating: "up", comment: "", at: noon });
      await makeUpUsage(db, { projectId, answerId: place.answerId, at: noon, keyId });
    }
    const counted = async (query: StatsQuery) => {
      const today = (await stats(query)).days.at(-1);
      return [today?.questions, today?.up, today?.usage.inputTokens];
    };
    expect(await counted({})).toEqual([1, 1, 100]);
    expect(await counted({ audience: "members" })).toEqual([2, 2, 200]);
    expect(await counted({ audience: "all" })).toEqual([3, 3, 300]);
  });

  test("each day has its counts, and days without questions are there", async () => {
    const { db, projectId, stats } = await setUp(kind);
    const first = "2029-12-30T00:00:00.000Z";
    const last = "2030-01-01T23:59:59.999Z";
    const ends = [
      { state: "answered", outcome: "answered" },
      { state: "answered", outcome: "answered" },
      { state: "unanswered", outcome: "reserve" },
      { state: "unanswered", outcome: "declined" },
      { state: "cut" },
      { state: "refused", outcome: "declined" },
      { state: "failed" },
    ] as const;
    for (const record of ends) {
      const { state } = record;
      const place = await makeUpAnswer(db, { projectId, at: first, record });
      const rating = state === "answered" ? "up" : "down";
      const isRated = state === "answered" || state === "failed";
      if (isRated) await putFeedback(db, { ...place, projectId, rating, comment: "", at: last });
    }
    const { answerId } = await makeUpAnswer(db, { projectId, at: last });
    await makeUpUsage(db, { projectId, answerId, at: last });
    await makeUpUsage(db, { projectId, answerId: "", at: last });
    await makeUpUsage(db, { projectId, answerId: "", jobId: "job_1", at: last });
    await makeUpAnswer(db, { projectId, at: "2030-01-02T00:00:00.000Z", record: {} });
    const other = await addTestProject(db, "other");
    await makeUpAnswer(db, { projectId: other, at: first, record: {} });
    const ended = { answered: 2, unanswered: 2, cut: 1, refused: 1, failed: 1 };
    const counted = { ...ended, reserve: 1, declined: 2, up: 2, down: 1 };
    const used = { inputTokens: 200, outputTokens: 40, cacheReadTokens: 14, cacheWriteTokens: 6 };
    await makeUpAnswer(db, { projectId, at: "2029-12-29T23:59:59.999Z", record: {} });
    const usage = { ...used, costUsd: 0.003 };
    const before = { ...nothing, from: "2029-12-27", to: "2029-12-29", questions: 1, answered: 1 };
    expect(await stats({ from: "2029-12-30", to: "2030-01-01" })).toEqual({
      from: "2029-12-30",
      to: "2030-01-01",
      zone: "UTC",
      total: { ...nothing, ...counted, questions: 8, streaming: 1, usage },
      before,
      models: [
        { name: "scripted", questions: 7 },
        { name: "", questions: 1 },
      ],
      keys: [{ name: "key_1", questions: 8 }],
      days: [
        { ...nothing, day: "2029-12-30", questions: 7, ...counted },
        { ...nothing, day: "2029-12-31" },
        {
          ...nothing,
          day: "2030-01-01",
          questions: 1,
          streaming: 1,
          usage,
        },
      ],
    });
  });

  test("waiting times are the middle and the 95th of a hundred, by rank", async () => {
    const { db, projectId, stats } = await setUp(kind);
    for (let count = 100; count > 0; count -= 1) {
      const timings = JSON.stringify({ retrievedMs: 1, firstTokenMs: count, totalMs: count * 10 });
      await makeUpAnswer(db, { projectId, at: noon, timings, record: {} });
    }
    await makeUpAnswer(db, { projectId, at: noon, timings: '{"totalMs":null}', record: {} });
    const { days } = await stats({ from: "2030-01-01", to: "2030-01-01" });
    expect(days[0]).toMatchObject({
      firstTokenMs: { p50: 50, p95: 95 },
      totalMs: { p50: 500, p95: 950 },
    });
  });
});

test("without a range it is the thirty days to today", async () => {
  const { stats } = await setUp("sqlite");
  const { from, to, days } = await stats();
  expect([from, to, days.length]).toEqual(["2029-12-03", "2030-01-01", 30]);
});

test("a leap day is a day, and a range that is backwards or too long is refused", async () => {
  const { stats } = await setUp("sqlite");
  const { days } = await stats({ from: "2028-02-28", to: "2028-03-01" });
  expect(days.map((one) => one.day)).toEqual(["2028-02-28", "2028-02-29", "2028-03-01"]);
  expect((await stats({ from: "2028-01-01", to: "2028-12-31" })).days).toHaveLength(366);
  for (const query of [
    { from: "2030-01-02", to: "2030-01-01" },
    { from: "2028-01-01", to: "2029-01-01" },
    { from: "0001-01-01" },
    { from: "0001-01-01", to: "0001-01-02" },
  ])
    await expect(stats(query)).rejects.toMatchObject({ code: "invalid_request" });
});
