import { expect, test } from "vitest";
import type { HaultReason, JobEvent } from "../../../../src/contract/jobs.ts";
import { applyJobEvents, emptyJobView } from "./job-view.ts";
import { sampleSession } from "./sample-session.ts";
import { acceptMessage, announceMessage } from "./sent-message.ts";

const call: JobEvent = {
  type: "tool-input-available",
  toolCallId: "c1",
  toolName: "read_file",
  input: { path: "a.md" },
  dynamic: true,
};

test("pieces of text are joined under the text they belong to", () => {
  const view = run([
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: "Read" },
    { type: "text-delta", id: "1", delta: "ing" },
    { type: "text-end", id: "1" },
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: "Again" },
  ]);
  expect(texts(view)).toEqual(["Reading", "Again"]);
});

test("a tool call runs until its output or its error arrives", () => {
  expect(run([call]).items[0]).toMatchObject({ name: "read_file", state: "running" });
  const done = run([
    call,
    { type: "tool-output-available", toolCallId: "c1", output: 3, dynamic: true },
  ]);
  expect(done.items[0]).toMatchObject({ state: "done", output: 3 });
  const failed = run([
    call,
    { type: "tool-output-error", toolCallId: "c1", errorText: "No such file", dynamic: true },
  ]);
  expect(failed.items[0]).toMatchObject({ state: "failed", output: "No such file" });
});

test("the second attempt of a step replaces the first and keeps the steps before", () => {
  const view = run([
    { type: "data-step", id: "s", data: { index: 0, attempt: 1 } },
    ...text("zero"),
    { type: "data-step", id: "s", data: { index: 1, attempt: 1 } },
    ...text("one, cut sho"),
    { type: "data-step", id: "s", data: { index: 1, attempt: 2 } },
    ...text("one, whole"),
  ]);
  expect(texts(view)).toEqual(["zero", "one, whole"]);
});

test("a follow-up stands where the model read it, behind the ending of the turn before", () => {
  const second = followUp("The other place too.");
  const view = run([
    { type: "start" },
    ...text("first"),
    ended("completed"),
    { type: "finish" },
    { type: "start" },
    second,
    ...text("second"),
  ]);
  expect(view.items.map((item) => (item.type === "ending" ? item.session : item))).toMatchObject([
    { type: "text", text: "first" },
    { haultReason: "completed", messageToUser: "Words." },
    { type: "follow-up", text: "The other place too." },
    { type: "text", text: "second" },
  ]);
});

test("a turn that ended in an error is not told twice, and the last ending is left to the page", () => {
  const failed: JobEvent[] = [ended("error"), { type: "error", errorText: "Words." }];
  const again = run([{ type: "start" }, ...failed, { type: "start" }, ended("completed")]);
  expect(again.items.map(({ type }) => type)).toEqual(["error"]);
});

test("a message waits in the view until the model has read it", () => {
  const sent = acceptMessage(announceMessage(run(text("a")), message), message.key);
  expect(sent.sent).toEqual([{ ...message, state: "accepted" }]);
  const read = applyJobEvents(sent, [followUp(message.text)]);
  expect(read.sent).toEqual([{ ...message, state: "read" }]);
  expect(read.items.at(-1)).toMatchObject({ type: "follow-up", text: message.text });
});

test("facts replace one another and an error ends the job with words", () => {
  const view = run([
    { type: "data-todos", id: "t", data: [] },
    {
      type: "data-pull-request",
      id: "p",
      data: { number: 3, title: "T", url: "https://x.test", draft: false },
    },
    { type: "error", errorText: "The model failed." },
  ]);
  expect(view.change?.number).toBe(3);
  expect(view.todos).toEqual([]);
  expect(view.items.at(-1)).toMatchObject({ type: "error", text: "The model failed." });
});

test("events change no earlier view", () => {
  const before = run(text("a"));
  const copy = structuredClone(before);
  applyJobEvents(before, [...text("b"), call]);
  expect(before).toEqual(copy);
});

const message = { key: "k", text: "Keep it short." };

const followUp = (words: string): JobEvent => ({
  type: "data-follow-up",
  id: "follow-up-1",
  data: { text: words },
});

const ended = (haultReason: HaultReason): JobEvent => ({
  type: "data-session",
  id: "job_1",
  data: sampleSession({ haulted: true, haultReason, messageToUser: "Words." }),
});

function run(events: JobEvent[]) {
  return applyJobEvents(emptyJobView, events);
}

function text(words: string): JobEvent[] {
  return [
    { type: "text-start", id: words },
    { type: "text-delta", id: words, delta: words },
  ];
}

function texts(view: typeof emptyJobView) {
  return view.items.flatMap((item) => (item.type === "text" ? [item.text] : []));
}
