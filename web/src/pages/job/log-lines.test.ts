import { expect, test } from "vitest";
import type { JobItem } from "./job-view.ts";
import { logLines } from "./log-lines.ts";
import { sampleSession } from "./sample-session.ts";

const text = (step: number, key: string): JobItem => ({
  type: "text",
  key,
  step,
  id: key,
  text: key,
});

test("a step is named once, before the first thing it says or does", () => {
  const followUp: JobItem = { type: "follow-up", key: "f", step: 1, text: "More." };
  const items = [text(1, "a"), text(1, "b"), followUp, text(2, "c")];
  const lines = logLines(items, sampleSession());
  expect(lines.map(({ step }) => step)).toEqual([1, undefined, undefined, 2]);
});

test("the error that ended a job is left to its outcome; an earlier one stays", () => {
  const error: JobItem = { type: "error", key: "e", step: 1, text: "No." };
  const failed = sampleSession({ haulted: true, haultReason: "error", messageToUser: "No." });
  expect(logLines([text(1, "a"), error], failed)).toHaveLength(1);
  expect(logLines([error, text(2, "a")], failed)).toHaveLength(2);
  expect(logLines([error], sampleSession())).toHaveLength(1);
});
