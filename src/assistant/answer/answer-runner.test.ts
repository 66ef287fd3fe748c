import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  createTestNode,
  openTestStore,
  question,
  readEvents,
  storeKinds,
  textOf,
} from "../../../test/harness.ts";
import { scriptedModel } from "../../../test/scripted-model.ts";
import { addTestAnswer, addTestProject, testRecord } from "../../../test/store-rows.ts";
import { assistantRequest } from "../../contract/assistant.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLog } from "../../lib/log.ts";
import { createWake } from "../../lib/wake.ts";
import { eventsAfter } from "../../store/answers/answers.ts";
import type { Database } from "../../store/database.ts";
import { findProject } from "../../store/docs/projects.ts";
import { createAnswerLog } from "../log/answer-log.ts";
import { AnswerStop } from "../log/answer-stop.ts";
import { cutAnswer } from "../log/cut-answer.ts";
import { tailAnswer } from "../log/tail-answer.ts";
import { createAnswerRunner, type Story } from "./answer-runner.ts";

describe.each(storeKinds)("on %s", (store) => {
  test("an answer is recorded with what its reader saw", async () => {
    const model = scriptedModel({ pieces: ["A key lets a program call the service", " [1]."] });
    const node = await createTestNode({ store, model });
    const events = await readEvents(await node.ask(question("What does a key let a program do?")));
    expect(events.at(-1)?.type).toBe("finish");
    const row = await onlyAnswer(node.db);
    expect(row).toMatchObject({ text: textOf(events), error: "", model: expect.any(String) });
    expect(row.finishedAt).not.toBeNull();
    expect(row.revisionId).not.toBeNull();
  });

  test("a model that fails ends in one error event and a failed record, with no detail for the reader", async () => {
    const fault = new Error("secret upstream detail");
    const model = scriptedModel({ pieces: ["Half an "], fault });
    const node = await createTestNode({ store, model });
    const events = await readEvents(await node.ask(question("What is a key?")));
    const ends = events.filter((event) => event.type === "error" || event.type === "finish");
    expect(ends).toEqual([{ type: "error", errorText: expect.stringMatching(/ask again/) }]);
    expect(JSON.stringify(events)).not.toContain("secret");
    const row = await onlyAnswer(node.db);
    expect(row).toMatchObject({ state: "failed", text: textOf(events) });
    expect(row.error).not.toContain("secret");
  });
});

test("draining lets a running answer end within the grace period", async () => {
  const node = await createTestNode({
    model: scriptedModel({ pieces: ["A", " key", " opens."], pauseMs: 50 }),
  });
  const response = await node.ask(question("What is a key?"));
  expect(node.assistant.ask.runner.running()).toBe(1);
  await node.assistant.ask.runner.drain(10_000);
  expect(node.assistant.ask.runner.running()).toBe(0);
  expect(textOf(await readEvents(response))).toBe("A key opens.");
});

test("draining cuts what is still running after the grace period, and says why", async () => {
  const pieces = Array.from({ length: 1_000 }, (_, index) => `word${index} `);
  const node = await createTestNode({ model: scriptedModel({ pieces, pauseMs: 20 }) });
  const response = await node.ask(question("What is a key?"));
  await node.assistant.ask.runner.drain(200);
  const events = await readEvents(response);
  expect(events.at(-1)).toMatchObject({ errorText: expect.stringMatching(/restarting/) });
  expect(await onlyAnswer(node.db)).toMatchObject({ state: "cut", text: textOf(events) });
});

test("an answer goes on when its reader leaves", async () => {
  const node = await createTestNode({
    model: scriptedModel({ pieces: ["A", " key", " opens."], pauseMs: 30 }),
  });
  const response = await node.ask(question("What is a key?"));
  await response.body?.cancel();
  await node.assistant.ask.runner.drain(10_000);
  expect(await onlyAnswer(node.db)).toMatchObject({ text: "A key opens." });
});

test("fifty answers at once all end, each with its own text", async () => {
  const node = await createTestNode({
    model: scriptedModel({ pieces: ["one ", "two ", "three"], pauseMs: 5 }),
    settings: { keyRequestsPerMinute: 10_000, addressRequestsPerMinute: 10_000 },
  });
  const texts = await Promise.all(
    Array.from({ length: 50 }, async () =>
      textOf(await readEvents(await node.ask(question("What is a key?")))),
    ),
  );
  expect(new Set(texts)).toEqual(new Set(["one two three"]));
});

const half = { type: "text-delta", id: "answer", delta: "half" } as const;

/** Says half a sentence and then nothing, whatever it is told. */
const deaf: Story = async function* () {
  yield half;
  await new Promise(() => undefined);
  return testRecord();
};

/** Talks on for as long as it may. */
const talker: Story = async function* (_input, signal) {
  for (;;) {
    yield { ...half, delta: "word " };
    await sleep(5, undefined, { signal });
  }
};

test("a story that does not heed its signal is left behind", async () => {
  const { runner, start, outcome } = await openRunner(deaf);
  await start();
  await sleep(50);
  await runner.drain(0);
  expect(await outcome()).toMatchObject({ state: "cut", text: "half", last: { type: "error" } });
});

test("the record that a stopped story hands in is kept, with the end that goes with it", async () => {
  const story: Story = async function* (_input, signal) {
    yield half;
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    expect(signal.reason).toBeInstanceOf(AnswerStop);
    return testRecord({ state: "cut", text: "half", model: "its own", error: "why" });
  };
  const { runner, start, outcome } = await openRunner(story);
  await start();
  await sleep(50);
  await runner.drain(0);
  expect(await outcome()).toMatchObject({ state: "cut", model: "its own", error: "why" });
});

test("an answer that nobody reads is ended, and says so to whoever comes back", async () => {
  const { start, outcome, runner } = await openRunner(talker, 60);
  await start();
  while (runner.running() > 0) await sleep(10);
  const { state, error, text, last } = await outcome();
  expect({ state, last }).toEqual({ state: "cut", last: { type: "error", errorText: error } });
  expect(error).toMatch(/nobody was reading/);
  expect(text).toMatch(/^(word )+$/);
});

test("an answer that somebody reads goes on, and is ended when the last reader has left", async () => {
  const { deps, runner, start, outcome } = await openRunner(talker, 60);
  const answerId = await start();
  const leaving = new AbortController();
  const events = tailAnswer({ ...deps, runner }, answerId, 0, leaving.signal);
  const until = performance.now() + 400;
  while (performance.now() < until) expect(await events.next()).toMatchObject({ done: false });
  expect(runner.running()).toBe(1);
  leaving.abort();
  await events.return(undefined);
  while (runner.running() > 0) await sleep(10);
  expect(await outcome()).toMatchObject({ state: "cut" });
});

test("while one of its readers is there an answer goes on", async () => {
  const { runner, start, outcome } = await openRunner(talker, 40);
  const answerId = await start();
  const [first, second] = [runner.attend(answerId), runner.attend(answerId)];
  first();
  first();
  await sleep(120);
  expect(runner.running()).toBe(1);
  second();
  while (runner.running() > 0) await sleep(10);
  expect(await outcome()).toMatchObject({ state: "cut" });
});

test("a reader who comes back in time keeps the answer", async () => {
  const { runner, start } = await openRunner(talker, 40);
  const answerId = await start();
  for (let visit = 0; visit < 5; visit += 1) {
    const leave = runner.attend(answerId);
    await sleep(40);
    leave();
  }
  runner.attend(answerId);
  await sleep(120);
  expect(runner.running()).toBe(1);
});

test("an answer that has ended is not left, whatever its readers do", async () => {
  const short: Story = async function* () {
    yield half;
    return testRecord({ text: "half" });
  };
  const { runner, start, outcome } = await openRunner(short, 40);
  const answerId = await start();
  const leave = runner.attend(answerId);
  while (runner.running() > 0) await sleep(10);
  leave();
  runner.attend(answerId)();
  runner.attend("ans_of_another_node")();
  await sleep(120);
  expect(await outcome()).toMatchObject({ state: "answered", last: { type: "finish" } });
});

test("an answer that someone else has closed is not written any further", async () => {
  const { deps, runner, start, outcome } = await openRunner(talker);
  const answerId = await start();
  await sleep(50);
  await cutAnswer(deps.db, answerId, new Date("3000-01-01"));
  while (runner.running() > 0) await sleep(10);
  const events = await eventsAfter(deps.db, answerId, 0);
  expect(events.filter(({ event }) => event.type === "error")).toHaveLength(1);
  expect(await outcome()).toMatchObject({ state: "cut", last: { type: "error" } });
});

async function openRunner(story: Story, unreadGraceMs = 60_000) {
  const db = await openTestStore("sqlite");
  const projectId = await addTestProject(db);
  const deps = { db, wake: createWake(), clock: systemClock };
  const log = createLog({ level: "silent", format: "json" });
  const answerLog = createAnswerLog({ ...deps, log });
  const limits = { answersPerReader: 10, answersPerKey: 10 };
  const given = { answerLog, log, unreadGraceMs, limits };
  const runner = createAnswerRunner({ ...given, modelId: "scripted", story });
  onTestFinished(async () => {
    await runner.drain(0);
    await answerLog.close();
  });
  let answerId = "";
  const start = async () => {
    const project = await findProject(db, projectId);
    if (!project) throw new Error("the project is gone");
    const added = await addTestAnswer(db, projectId, {
      leaseExpiresAt: "2900-01-01T00:00:00.000Z",
    });
    answerId = added.answerId;
    const turn = { ...added, question: "Why?", history: [], revisionId: null, keyId: "" };
    const request = assistantRequest.parse({ messages: [{ role: "user" }] });
    const asker = { projectId, keyId: "", network: "", fp: request.fp };
    runner.start({ project, turn, request }, runner.takeSlot(asker));
    return answerId;
  };
  const outcome = async () => {
    const { state, text, model, error } = await db
      .selectFrom("answers")
      .selectAll()
      .executeTakeFirstOrThrow();
    return { state, text, model, error, last: (await eventsAfter(db, answerId, 0)).at(-1)?.event };
  };
  return { deps, runner, start, outcome };
}

function onlyAnswer(db: Database) {
  return db.selectFrom("answers").selectAll().executeTakeFirstOrThrow();
}
