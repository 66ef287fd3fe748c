import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openTestStore } from "../../../test/harness.ts";
import { addTestAnswer, addTestProject, testRecord } from "../../../test/store-rows.ts";
import { assistantRequest } from "../../contract/assistant.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLog } from "../../lib/log.ts";
import { createWake } from "../../lib/wake.ts";
import { eventsAfter } from "../../store/answers/answers.ts";
import { findProject } from "../../store/docs/projects.ts";
import { createAnswerLog } from "../log/answer-log.ts";
import { tailAnswer } from "../log/tail-answer.ts";
import { createStoryRunner } from "./answer-runner.ts";
import { AnswerStop } from "./answer-stop.ts";
import { cutAnswer } from "./cut-answer.ts";
import type { Story } from "./write-answer.ts";

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
  const runner = createStoryRunner({ answerLog, log, unreadGraceMs }, "scripted", story);
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
    runner.start({
      project,
      turn,
      request: assistantRequest.parse({ messages: [{ role: "user" }] }),
    });
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
