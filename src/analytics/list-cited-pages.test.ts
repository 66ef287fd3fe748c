import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { makeUpAnswer, makeUpUsage } from "../../test/made-up-answers.ts";
import { addTestProject, noon } from "../../test/store-rows.ts";
import { citedPageQuery } from "../contract/insights/pages.ts";
import { putFeedback } from "../store/answers/feedback.ts";
import { dailyStats } from "./daily-stats.ts";
import { listCitedPages } from "./list-cited-pages.ts";
import { listQuestions } from "./list-questions.ts";

const operator = { kind: "operator" } as const;
const clock = { now: () => new Date(noon) };

function citation(path: string, supported = true) {
  const place = { title: path, heading: "", url: "http://x", quote: "q", revision: "rev" };
  return { ...place, n: 1, path, startLine: 1, endLine: 2, supported };
}

async function setUp(kind: StoreKind) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const deps = { db, clock, publicUrl: "http://docs.test" };
  const list = (query: object = {}) =>
    listCitedPages(deps, operator, { projectId, query: citedPageQuery.parse(query) });
  const cite = async (paths: string[], more: { rating?: "up" | "down"; keyId?: string } = {}) => {
    const { rating, keyId = "key_1" } = more;
    const citations = paths.map((path) => citation(path));
    const place = await makeUpAnswer(db, { projectId, at: noon, keyId, record: { citations } });
    if (rating) await putFeedback(db, { ...place, projectId, rating, comment: "", at: noon });
  };
  return { db, projectId, deps, list, cite };
}

describe.each(storeKinds)("on %s", (kind) => {
  test("pages are counted once an answer, by readers' answers of the range", async () => {
    const { db, projectId, list, cite } = await setUp(kind);
    await cite(["a.md", "a.md", "b.md"], { rating: "down" });
    await cite(["a.md"], { rating: "up" });
    await cite(["a.md"], { keyId: "" });
    const unsupported = { citations: [citation("c.md", false)] };
    await makeUpAnswer(db, { projectId, at: noon, record: unsupported });
    const early = { projectId, at: "2029-01-01T00:00:00.000Z" };
    await makeUpAnswer(db, { ...early, record: { citations: [citation("a.md")] } });
    const unrated = { pageUp: 0, pageDown: 0, comments: [] };
    const gone = { isCurrent: false, url: "", lastCitedAt: noon, ...unrated };
    expect((await list()).pages).toEqual([
      { path: "a.md", title: "a.md", cited: 2, up: 1, down: 1, ...gone },
      { path: "b.md", title: "b.md", cited: 1, up: 0, down: 1, ...gone },
    ]);
    expect((await list({ audience: "all" })).pages[0]?.cited).toBe(3);
    expect((await list({ from: "2029-01-01", to: "2029-01-01" })).pages).toHaveLength(1);
    expect((await list({ sort: "down", q: "B" })).pages.map(({ path }) => path)).toEqual(["b.md"]);
  });

  test("what was asked of a branch counts nowhere", async () => {
    const { db, projectId, deps, list } = await setUp(kind);
    const record = { citations: [citation("a.md")], text: "unmerged words" };
    const place = await makeUpAnswer(db, { projectId, at: noon, ref: "docs/new", record });
    await putFeedback(db, { ...place, projectId, rating: "down", comment: "", at: noon });
    await makeUpUsage(db, { projectId, answerId: place.answerId, at: noon });
    expect((await list({ audience: "all" })).pages).toEqual([]);
    const query = { audience: "all", format: "json" } as const;
    const stats = await dailyStats(deps, operator, { projectId, query });
    expect([stats.total.questions, stats.total.down, stats.total.usage.costUsd]).toEqual([0, 0, 0]);
    for (const q of [undefined, "unmerged"]) {
      const input = { projectId, query: { ...query, q } };
      expect((await listQuestions(deps, operator, input)).questions).toEqual([]);
    }
  });

  test("pages come in parts, and a made-up cursor is refused", async () => {
    const { list, cite } = await setUp(kind);
    await cite(["a.md", "b.md", "c.md"]);
    const first = await list({ limit: "2" });
    expect(first.pages.map(({ path }) => path)).toEqual(["a.md", "b.md"]);
    const rest = await list({ limit: "2", cursor: first.nextCursor });
    expect([rest.pages.map(({ path }) => path), rest.nextCursor]).toEqual([["c.md"], ""]);
    await expect(list({ cursor: "x' or 1" })).rejects.toMatchObject({ code: "invalid_request" });
  });
});

test("an assistant key is refused", async () => {
  const { deps, projectId } = await setUp("sqlite");
  const actor = { kind: "assistant", keyId: "key_1", projectId } as const;
  const query = citedPageQuery.parse({});
  await expect(listCitedPages(deps, actor, { projectId, query })).rejects.toMatchObject({
    code: "forbidden",
  });
});
