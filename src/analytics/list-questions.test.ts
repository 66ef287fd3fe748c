import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { makeUpAnswer, makeUpUsage } from "../../test/made-up-answers.ts";
import { addTestProject, minutesAfterNoon, noon } from "../../test/store-rows.ts";
import { type QuestionQuery, questionQuery } from "../contract/insights/analytics.ts";
import { putFeedback } from "../store/answers/feedback.ts";
import { everyQuestion, listQuestions, writeCursor } from "./list-questions.ts";

const operator = { kind: "operator" } as const;

async function setUp(kind: StoreKind) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const list = (query: Partial<QuestionQuery> = {}) =>
    listQuestions({ db }, operator, { projectId, query: { format: "json", ...query } });
  const asked = async (query: Partial<QuestionQuery> = {}) =>
    (await list(query)).questions.map((one) => one.question);
  const add = (at: string, question: string, record: object = {}) =>
    makeUpAnswer(db, { projectId, at, question, record });
  return { db, projectId, list, asked, add };
}

describe.each(storeKinds)("on %s", (kind) => {
  test("what members try is listed where it is asked for", async () => {
    const { db, projectId, asked, add } = await setUp(kind);
    await add(minutesAfterNoon(1), "a reader's");
    await makeUpAnswer(db, { projectId, at: noon, question: "a member's", keyId: "", record: {} });
    expect(await asked()).toEqual(["a reader's"]);
    expect(await asked({ audience: "members" })).toEqual(["a member's"]);
    expect(await asked({ audience: "all" })).toEqual(["a reader's", "a member's"]);
  });

  test("a question comes with its answer, sources, feedback, timings and cost", async () => {
    const { db, projectId, list } = await setUp(kind);
    const source = { n: 1, path: "a.md", title: "A", heading: "", url: "http://x/a", quote: "q" };
    const citations = [{ ...source, startLine: 3, endLine: 4, revision: "rev", supported: true }];
    const timings = JSON.stringify({ retrievedMs: 5, firstTokenMs: 20, totalMs: 90 });
    const wish = { projectId, at: noon, fp: "ada", timings, revisionId: "rev_1" };
    const { answerId, ...place } = await makeUpAnswer(db, {
      ...wish,
      record: { citations, outcome: "answered" },
    });
    await putFeedback(db, { ...place, projectId, rating: "down", comment: "no", at: noon });
    await makeUpUsage(db, { projectId, answerId, at: minutesAfterNoon(1) });
    await makeUpUsage(db, { projectId, answerId, at: minutesAfterNoon(2) });
    expect(await list()).toEqual({
      nextCursor: null,
      questions: [
        {
          answerId,
          threadId: place.threadId,
          messageId: place.messageId,
          fp: "ada",
          audience: "readers",
          askedAt: noon,
          finishedAt: noon,
          question: "Why?",
          answer: "Because [1].",
          resolution: "answered",
          outcome: "answered",
          error: "",
          sources: citations,
          feedback: { rating: "down", comment: "no", givenAt: noon },
          model: "scripted",
          revision: "rev_1",
          timings: { retrievedMs: 5, firstTokenMs: 20, totalMs: 90 },
          usage: {
            inputTokens: 200,
            outputTokens: 40,
            cacheReadTokens: 14,
            cacheWriteTokens: 6,
            costUsd: 0.003,
          },
        },
      ],
    });
  });

  test("filters narrow the list, and days are inclusive to their last millisecond", async () => {
    const { db, projectId, asked, add } = await setUp(kind);
    await add("2030-01-01T23:59:59.999Z", "last of the first");
    await add("2030-01-02T00:00:00.000Z", "100% sure_thing\\", {
      state: "unanswered",
      outcome: "reserve",
    });
    await add("2030-01-02T23:59:59.999Z", "Keys", { state: "refused", text: "Über keys" });
    await makeUpAnswer(db, { projectId, at: "2030-01-03T00:00:00.000Z", question: "streaming" });
    const rated = await add("2030-01-03T00:00:00.001Z", "rated", { state: "cut" });
    await putFeedback(db, { ...rated, projectId, rating: "up", comment: "", at: noon });
    expect(await asked({ from: "2030-01-02", to: "2030-01-02" })).toEqual([
      "Keys",
      "100% sure_thing\\",
    ]);
    expect(await asked({ to: "2030-01-01" })).toEqual(["last of the first"]);
    expect(await asked({ from: "2030-01-03" })).toEqual(["rated", "streaming"]);
    expect(await asked({ resolution: "refused" })).toEqual(["Keys"]);
    expect(await asked({ outcome: "reserve" })).toEqual(["100% sure_thing\\"]);
    expect(await asked({ outcome: "declined" })).toEqual([]);
    expect(await asked({ resolution: "streaming" })).toEqual(["streaming"]);
    expect(await asked({ rating: "up" })).toEqual(["rated"]);
    expect(await asked({ rating: "down" })).toEqual([]);
    expect(await asked({ rating: "none" })).toHaveLength(4);
    expect(await asked({ q: "KEYS" })).toEqual(["Keys"]);
    expect(await asked({ q: "Über K" })).toEqual(["Keys"]);
    expect(await asked({ q: "über unknown" })).toEqual([]);
    expect(await asked({ q: "%" })).toEqual([]);
    expect(await asked({ q: "sure_THING\\" })).toEqual(["100% sure_thing\\"]);
    expect(await asked({ q: "' or 1=1 --" })).toEqual([]);
  });

  test("pages neither repeat nor miss a question while new ones arrive", async () => {
    const { db, projectId, list, add } = await setUp(kind);
    for (let count = 0; count < 7; count += 1) await add(noon, `same moment ${count}`);
    for (let count = 0; count < 4; count += 1) await add(minutesAfterNoon(-count), `old ${count}`);
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 6; page += 1) {
      const { questions, nextCursor } = await list({ limit: 2, cursor });
      seen.push(...questions.map((one) => one.question));
      await makeUpAnswer(db, { projectId, at: minutesAfterNoon(page + 1), question: "new" });
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    expect(new Set(seen).size).toBe(11);
    expect(seen).toHaveLength(11);
    expect(seen).not.toContain("new");
  });

  test("everything is read in batches, up to a limit where one is given", async () => {
    const { db, projectId, add } = await setUp(kind);
    for (let count = 0; count < 205; count += 1) await add(minutesAfterNoon(count), `${count}`);
    const read = async (limit?: number) => {
      const query = { format: "csv", ...(limit !== undefined && { limit }) } as const;
      const questions: string[] = [];
      for await (const one of everyQuestion({ db }, operator, { projectId, query }))
        questions.push(one.question);
      return questions;
    };
    expect(await read()).toEqual(Array.from({ length: 205 }, (_, index) => `${204 - index}`));
    expect(await read(203)).toHaveLength(203);
  });

  test("a page of huge answers is shorter, and none is missed", async () => {
    const { db, projectId, list, add } = await setUp(kind);
    const text = "x".repeat(3_000_000);
    for (let count = 1; count <= 5; count += 1) await add(noon, `Why ${count}?`, { text });
    for (const q of [undefined, "why"]) {
      const first = await list({ q });
      const second = await list({ q, cursor: first.nextCursor ?? "" });
      const third = await list({ q, cursor: second.nextCursor ?? "" });
      expect([first, second, third].map(({ questions }) => questions.length)).toEqual([2, 2, 1]);
      expect(third.nextCursor).toBeNull();
      const query = { format: "csv", q } as const;
      const all = await Array.fromAsync(everyQuestion({ db }, operator, { projectId, query }));
      expect(new Set(all.map(({ question }) => question)).size).toBe(5);
    }
  });

  test("another project's questions are not among them", async () => {
    const { db, asked } = await setUp(kind);
    await makeUpAnswer(db, { projectId: await addTestProject(db, "other"), at: noon, record: {} });
    expect(await asked()).toEqual([]);
  });
});

test("an old record without timings, and one that is broken, have none", async () => {
  const { db, projectId, list } = await setUp("sqlite");
  const none = { retrievedMs: null, firstTokenMs: null, totalMs: null };
  for (const timings of ["", "{", "[]", '{"totalMs":"x","firstTokenMs":-1}'])
    await makeUpAnswer(db, { projectId, at: noon, timings, record: {} });
  expect((await list()).questions.map((one) => one.timings)).toEqual([none, none, none, none]);
});

test("a made-up cursor is refused", async () => {
  const { list } = await setUp("sqlite");
  const odd = writeCursor({ createdAt: "2030-01-01T00:00:00.000Z' or '1", id: "ans_1" });
  for (const cursor of ["x", "%00", "😀", odd, "a".repeat(200)])
    await expect(list({ cursor })).rejects.toMatchObject({ code: "invalid_request" });
});

test("an admin key of another project and an assistant key are refused", async () => {
  const { db, projectId } = await setUp("sqlite");
  const input = { projectId, query: questionQuery.parse({}) };
  for (const actor of [
    { kind: "admin", keyId: "key_1", projectId: "prj_other" },
    { kind: "assistant", keyId: "key_1", projectId },
  ] as const) {
    await expect(listQuestions({ db }, actor, input)).rejects.toMatchObject({ code: "forbidden" });
    expect(() => everyQuestion({ db }, actor, input)).toThrow("may not");
  }
});
