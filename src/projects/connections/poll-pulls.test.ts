import { describe, expect, test } from "vitest";
import { memoryHost } from "../../../test/forges/memory-host.ts";
import { openTestStore, type StoreKind, storeKinds } from "../../../test/harness.ts";
import { makeRepository } from "../../../test/make-repository.ts";
import { addTestProject, noon } from "../../../test/store-rows.ts";
import type { HostPull, Listing } from "../../forge/hosts/forge-host.ts";
import { AppError } from "../../lib/app-error.ts";
import { createLog } from "../../lib/log.ts";
import { findSource, insertSource, newSource, pollInterval } from "../../store/docs/sources.ts";
import { openChange } from "../../store/jobs/changes.ts";
import { pollAllPulls } from "./poll-pulls.ts";

const minute = 60_000;

async function setUp(kind: StoreKind) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const place = { kind: "git" as const, location: "/x.git", branch: "", subfolder: "" };
  const source = newSource(projectId, place, noon);
  await insertSource(db, source);
  const asked: { updatedSince: string; etag: string }[] = [];
  const looked: number[] = [];
  const forge: { answer: Listing | undefined | AppError; fails: number; forbids: number } = {
    answer: undefined,
    fails: 0,
    forbids: 0,
  };
  const host = memoryHost(await makeRepository({}));
  host.list = async (since) => {
    asked.push(since);
    if (forge.answer instanceof AppError) throw forge.answer;
    return forge.answer;
  };
  let now = Date.parse(noon);
  const deps = {
    db,
    clock: { now: () => new Date(now) },
    log: createLog({ level: "silent", format: "json" }),
    hostOf: async () => host,
    lookAtPull: async ({ number }: { number: number }) => {
      looked.push(number);
      if (number === forge.forbids) throw new AppError("forbidden", "Not for you.");
      return number !== forge.fails;
    },
    pollMs: minute,
  };
  const poll = async (laterMs = minute) => {
    now += laterMs;
    await pollAllPulls(deps, new AbortController().signal);
  };
  const open = () =>
    openChange(
      db,
      {
        ...{ projectId, title: "Edit", body: "", draft: false, head: "x", base: "main" },
        ...{ headCommit: "1".repeat(40), baseCommit: "0".repeat(40), checks: [], jobId: "" },
      },
      noon,
    );
  const stored = () => findSource(db, source.id);
  return { db, source, asked, looked, forge, poll, open, stored };
}

function changed(number: number, second: number): HostPull {
  return {
    ...{ number, nodeId: "", url: "", title: "", body: "", draft: false, state: "open" },
    ...{ head: "x", base: "main", headCommit: "", mergeCommit: "", mergedBy: "" },
    ...{ mergeability: "unknown", blockedBy: [], createdAt: noon },
    updatedAt: `2030-01-01T00:00:0${second}Z`,
  };
}

describe.each(storeKinds)("on %s", (kind) => {
  test("changed pull requests are looked at once, oldest first, from where the last poll ended", async () => {
    const { asked, looked, forge, poll, open, stored } = await setUp(kind);
    await poll();
    expect(asked).toEqual([]);
    await open();
    forge.answer = { pulls: [changed(9, 3), changed(4, 2)], etag: "e1" };
    await poll();
    expect(looked).toEqual([4, 9]);
    forge.answer = undefined;
    await poll();
    await poll(minute / 10);
    expect(asked).toEqual([
      { updatedSince: "", etag: "" },
      { updatedSince: "2030-01-01T00:00:03Z", etag: "e1" },
    ]);
    expect(looked).toEqual([4, 9]);
    expect(await stored()).toMatchObject({ pullsSince: "2030-01-01T00:00:03Z", pullsEtag: "e1" });
  });

  test("a look that fails, and a forge that refuses, are asked again from the same place", async () => {
    const { asked, looked, forge, poll, open } = await setUp(kind);
    await open();
    forge.answer = { pulls: [changed(9, 3), changed(7, 2), changed(4, 1)], etag: "e1" };
    forge.fails = 7;
    await poll();
    expect(looked).toEqual([4, 7]);
    forge.fails = 0;
    await poll();
    expect(asked[1]).toEqual({ updatedSince: "2030-01-01T00:00:01Z", etag: "" });
    forge.answer = new AppError("rate_limited", "Slow down.");
    await poll();
    await poll();
    expect(asked.slice(2)).toEqual(
      Array(2).fill({ updatedSince: "2030-01-01T00:00:03Z", etag: "e1" }),
    );
  });

  test("a pull request that may not be looked at, and one with an odd time, hold up no other", async () => {
    const { looked, forge, poll, open, stored } = await setUp(kind);
    await open();
    forge.forbids = 4;
    const odd = [
      { ...changed(11, 5), updatedAt: "zzz" },
      { ...changed(10, 5), updatedAt: "9999-01-01T00:00:00Z" },
    ];
    forge.answer = { pulls: [...odd, changed(9, 3), changed(4, 2)], etag: "e1" };
    await poll();
    expect(looked).toEqual([4, 9, 10, 11]);
    expect(await stored()).toMatchObject({ pullsSince: "2030-01-01T00:00:03Z" });
  });

  test("two nodes ask once, and less often where webhooks arrive", async () => {
    const { asked, poll, open, db } = await setUp(kind);
    await open();
    await Promise.all([poll(), poll(0), poll(0)]);
    expect(asked).toHaveLength(1);
    await db.updateTable("sources").set({ deliveredAt: noon }).execute();
    for (let minutes = 0; minutes < 9; minutes += 1) await poll();
    expect(asked.length).toBeLessThanOrEqual(2);
    await poll(10 * minute);
    expect(asked.length).toBeGreaterThanOrEqual(2);
  });
});

test("a source is polled less often while its forge sends webhooks, and as before a day after the last", () => {
  const nowMs = Date.parse(noon);
  const at = (deliveredAt: string | null, pollMs: number) =>
    pollInterval({ deliveredAt }, { pollMs, nowMs }) / 1_000;
  const hoursAgo = (hours: number) => new Date(nowMs - hours * 60 * minute).toISOString();
  expect(at(null, 60_000)).toBe(60);
  expect(at(hoursAgo(1), 60_000)).toBe(600);
  expect(at(hoursAgo(25), 60_000)).toBe(60);
  expect(at(hoursAgo(1), 300_000)).toBe(900);
  expect(at(hoursAgo(1), 3_600_000)).toBe(3_600);
});
