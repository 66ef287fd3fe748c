import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestNode, type TestNode } from "../../test/harness.ts";
import type { GateQuestion } from "../contract/gate.ts";
import { AppError } from "../lib/app-error.ts";
import { newId } from "../lib/ids.ts";
import { insertUsage } from "../store/answers/usage.ts";
import { findProject } from "../store/docs/projects.ts";
import type { AsideStory } from "./ask-aside.ts";
import { compareSides, type GateDeps } from "./compare-sides.ts";
import type { GateBudget } from "./gate-budget.ts";

const { signal } = new AbortController();

async function revision({ db, project }: TestNode) {
  const revisionId = (await findProject(db, project.id))?.currentRevisionId ?? "";
  return { revisionId, commit: revisionId };
}

/** A language model that answers everything for 1,000 tokens and a cent, and the question about keys changed. */
async function setUp(change: Partial<GateDeps> = {}) {
  const node = await createTestNode();
  const base = await revision(node);
  const text = "# Keys\n\n## Revoke a key\n\nPress the red button to revoke a key.\n";
  writeFileSync(join(node.docs, "keys.md"), text);
  await node.sync();
  const head = await revision(node);
  const asked: string[] = [];
  // biome-ignore lint/correctness/useYield: the gate reads the record alone.
  const story: AsideStory = async function* ({ project, turn }) {
    asked.push(turn.question);
    await insertUsage(node.db, {
      ...{ id: newId("usg"), projectId: project.id, keyId: "", answerId: turn.answerId, jobId: "" },
      ...{ step: 0, model: "writer", inputTokens: 900, outputTokens: 100 },
      ...{ cacheReadTokens: 0, cacheWriteTokens: 0, costMicros: 10_000 },
      createdAt: new Date().toISOString(),
    });
    const nothing = { citations: [], passages: [], error: "" };
    return { ...nothing, state: "answered", outcome: "answered", text: "Yes.", model: "writer" };
  };
  const modelOf = () => ({ id: "writer", isFree: false, isPriced: true });
  const toldFor: GateDeps["toldFor"] = async ({ revisionId, question }) => {
    const text = question === same ? "It needs Node 24." : revisionId;
    const place = { path: "a.md", title: "A", address: "a", headings: [] };
    return { evidence: "enough", passages: [{ id: text, text, ...place }] };
  };
  const deps = { ...node.assistant.gate, story, modelOf, toldFor, ...change };
  const run = (questions: Partial<GateQuestion>[], budget: GateBudget = {}) => {
    const whole = questions.map((one) => ({
      ...{ question: "", pages: [], words: [], unanswered: false, asked: 1, line: 0, ...one },
    }));
    return compareSides(
      deps,
      { project: node.project, base, head, questions: whole, budget },
      signal,
    );
  };
  return { run, asked };
}

const changed = "How do I revoke a key?";
const same = "What does Acme need?";

test("a question with the same passages on both sides is not asked again, and that is counted", async () => {
  const { run, asked } = await setUp();
  const report = await run([{ question: changed }, { question: same }]);
  expect(asked).toEqual([changed, changed]);
  expect(report).toMatchObject({ same: 1, tokens: 2_000, costUsd: 0.02, left: 0 });
  expect(report.results[1]).toMatchObject({ isSame: true, after: { outcome: "not-asked" } });
});

test("with an expectation it is asked once", async () => {
  const { run, asked } = await setUp();
  const report = await run([{ question: same, asked: 0, words: ["Node 24"] }]);
  expect(asked).toEqual([same]);
  expect(report.counts).toEqual({ "not-expected": 1 });
});

test.each([
  [{ questions: 1 }, "At most 1 questions are asked."],
  [{ tokens: 1_000 }, "The budget of 1000 tokens is used up."],
  [{ costUsd: 0.01 }, "The budget of 0.01 dollars is used up."],
])(
  "the budget %j holds, written questions first, and what is left out is said",
  async (budget, reason) => {
    const { run, asked } = await setUp();
    const many = Array.from({ length: 20 }, (_, at) => ({
      question: `How do I revoke the key number ${at}?`,
      asked: 20 - at,
    }));
    const report = await run([...many, { question: changed, asked: 0 }], budget);
    expect(report.results[0]?.question).toBe(changed);
    expect(report.left).toBeGreaterThanOrEqual(17);
    expect(report.left).toBe(21 - report.results.length);
    expect(report.leftReason).toBe(reason);
    expect(asked.length).toBeLessThanOrEqual(8);
  },
);

test("written questions that a used-up budget leaves out are counted, those beyond a number are meant", async () => {
  const { run } = await setUp();
  const written = Array.from({ length: 20 }, (_, at) => ({
    question: `How do I revoke the key number ${at}?`,
    asked: 0,
  }));
  const spent = await run(written, { tokens: 1_000 });
  expect(spent.leftExpected).toBe(spent.left);
  expect(spent.left).toBeGreaterThan(0);
  expect(await run(written, { questions: 1 })).toMatchObject({ left: 19, leftExpected: 0 });
});

test("a project that has used what it may today is asked nothing more", async () => {
  const { run, asked } = await setUp({
    checkCeiling: () => Promise.reject(new AppError("rate_limited", "Enough for today.")),
  });
  const many = Array.from({ length: 12 }, (_, at) => ({ question: `Revoke key ${at}, how?` }));
  const report = await run([...many]);
  expect(asked).toEqual([]);
  expect(report).toMatchObject({ leftReason: "Enough for today.", counts: {} });
  expect(report.failed + report.left).toBe(12);
});

test("a budget in dollars is refused for a model whose price nobody knows", async () => {
  const { run } = await setUp({ modelOf: () => ({ id: "x", isFree: false, isPriced: false }) });
  await expect(run([{ question: changed }], { costUsd: 1 })).rejects.toMatchObject({
    code: "invalid_request",
  });
});
