import { expect, test } from "vitest";
import type { JobEvent } from "../../../../src/contract/jobs.ts";
import { applyJobEvents, emptyJobView } from "./job-view.ts";

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
  expect(view.isEnded).toBe(true);
  expect(view.items.at(-1)).toMatchObject({ type: "error", text: "The model failed." });
});

test("events change no earlier view", () => {
  const before = run(text("a"));
  const copy = structuredClone(before);
  applyJobEvents(before, [...text("b"), call]);
  expect(before).toEqual(copy);
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
