import { expect, onTestFinished, test } from "vitest";
import { createTestNode, embedder } from "../../test/harness.ts";
import { testQuery } from "../../test/search-index.ts";
import { createLog } from "../lib/log.ts";
import { locationOf } from "../store/database.ts";
import { findProject } from "../store/docs/projects.ts";
import { createEngine } from "./engine.ts";
import type { SearchResult } from "./hit.ts";
import { createSearch } from "./search.ts";

type More = { processorMs?: number; idleMs?: number; threads?: number };

async function openSearch(store: "sqlite" | "postgres", more: More = {}) {
  const node = await createTestNode({ store });
  const { db } = node;
  const log = createLog({ level: "silent", format: "json" });
  const search = createSearch({ store: locationOf(db), memoryBytes: 64 * 1_048_576, log, ...more });
  onTestFinished(() => search.close());
  const revisionId = (await findProject(db, node.project.id))?.currentRevisionId ?? "";
  return { db, search, revisionId };
}

test.each(["sqlite", "postgres"] as const)(
  "the thread answers what the engine answers, on %s",
  async (store) => {
    const { db, search, revisionId } = await openSearch(store);
    const engine = createEngine({ db, embedder, memoryBytes: 64 * 1_048_576 });
    const query = testQuery("How do I revoke a key?");
    const expected = await engine.search(revisionId, query);
    expect(await search.search(revisionId, query)).toEqual(expected);
    expect(expected.hits.length).toBeGreaterThan(0);
    expect(search.sizes().indexes).toMatchObject([{ revisionId, passages: expect.any(Number) }]);
  },
);

test("the thread composes the answer that the engine composes, also of a hostile question", async () => {
  const { db, search, revisionId } = await openSearch("sqlite");
  const engine = createEngine({ db, embedder, memoryBytes: 64 * 1_048_576 });
  for (const question of ["How do I revoke a key?", "key ".repeat(2_000), "\0 \u2028 \ud800"]) {
    const { hits, weights, unknown } = await search.search(revisionId, testQuery(question));
    const passages = hits.map(({ passage, score }, place) => ({ ...passage, n: place + 1, score }));
    const nearest = [{ title: "Keys", url: "/keys" }];
    for (const evidence of ["enough", "partly", "none"] as const) {
      const input = { question, earlier: [], evidence, passages, nearest, weights, unknown };
      const text = await search.compose(input);
      expect(text).toBe(await engine.compose(input));
      expect(text).not.toBe("");
    }
  }
});

test.each([1, 2])("questions at once all get their own answers, on %i threads", async (threads) => {
  const { search, revisionId } = await openSearch("sqlite", { threads });
  const questions = ["revoke a key", "install with npm", "create a key", "node version"];
  const alone: SearchResult[] = [];
  for (const question of questions)
    alone.push(await search.search(revisionId, testQuery(question)));
  const together = async () => {
    const all = questions.map((question) => search.search(revisionId, testQuery(question)));
    expect(await Promise.all(all)).toEqual(alone);
  };
  for (let round = 0; round < 20; round += 1)
    await Promise.all(Array.from({ length: 4 }, together));
});

test("a small index leaves the memory when nobody searches, and is there again for the next question", async () => {
  const { search, revisionId } = await openSearch("sqlite", { idleMs: 50 });
  const query = testQuery("How do I revoke a key?");
  const { hits } = await search.search(revisionId, query);
  await expect.poll(() => search.sizes().indexes, { timeout: 60_000 }).toEqual([]);
  expect((await search.search(revisionId, query)).hits).toEqual(hits);
});

test("a fault is told to the one who asked, and the next question is answered", async () => {
  const { search, revisionId } = await openSearch("sqlite");
  await expect(search.search("rev_none", testQuery("key"))).rejects.toThrow("not in the store");
  expect((await search.search(revisionId, testQuery("revoke a key"))).hits).not.toEqual([]);
});

test("a closed thread fails what waits and starts anew when asked again", async () => {
  const { search, revisionId } = await openSearch("sqlite");
  const waiting = search.search(revisionId, testQuery("key"));
  const settled = expect(waiting).rejects.toThrow("thread has ended");
  await search.close();
  await settled;
  expect(search.sizes()).toEqual({ bytes: 0, indexes: [] });
  expect((await search.search(revisionId, testQuery("revoke a key"))).hits).not.toEqual([]);
});

test("a search that takes too much ends the thread and is refused for a while; others are answered", async () => {
  const { search, revisionId } = await openSearch("sqlite", { processorMs: 0.001 });
  const query = testQuery("revoke a key");
  const tooCostly = { code: "invalid_request", message: expect.stringContaining("too costly") };
  for (let count = 100; ; count *= 2) {
    // Each is quick: many at once keep the thread busy for longer than any of them may take.
    const all = Array.from({ length: count }, () => search.search(revisionId, query));
    const ended = await Promise.allSettled(all);
    const failed = ended.find((one) => one.status === "rejected" && "code" in one.reason);
    if (failed?.status !== "rejected") continue;
    expect(failed.reason).toMatchObject(tooCostly);
    break;
  }
  await expect(search.search(revisionId, query)).rejects.toMatchObject(tooCostly);
  expect((await search.search(revisionId, testQuery("create a key"))).hits).not.toEqual([]);
});
