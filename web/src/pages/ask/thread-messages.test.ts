import { expect, test } from "vitest";
import type { ThreadAnswer, ThreadDetail } from "../../../../src/contract/insights/analytics.ts";
import { citationsOf, outcomeOf, textOf } from "./ask-message.ts";
import { isBeingAnswered, threadMessages } from "./thread-messages.ts";

const at = "2030-01-01T12:00:00.000Z";
const source = {
  ...{ n: 1, path: "keys.mdx", title: "Keys", heading: "Revoke", url: "https://acme.com/keys" },
  ...{ startLine: 3, endLine: 9, quote: "Name it.", revision: "rev_1", supported: true },
};
const answered: ThreadAnswer = {
  ...{ answerId: "ans_1", threadId: "thr_1", messageId: "msg_2", fp: "x", audience: "members" },
  ...{ askedAt: at, finishedAt: at, question: "Why?", answer: "Because [1].", error: "" },
  ...{ resolution: "answered", outcome: "answered", sources: [source], model: "m", revision: null },
  passages: [],
  feedback: { rating: "down", comment: "no", givenAt: at },
  timings: { retrievedMs: null, firstTokenMs: null, totalMs: null },
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 },
};

function thread(last: Partial<ThreadAnswer> = {}): ThreadDetail {
  const common = { createdAt: at, replacedAt: null };
  return {
    ...{ threadId: "thr_1", fp: "x", createdAt: at, updatedAt: at, isWhole: true },
    messages: [
      { ...common, messageId: "msg_1", role: "user", text: "Why?", answer: null },
      {
        ...common,
        ...{ messageId: "msg_0", role: "assistant", text: "Old.", replacedAt: at },
        answer: answered,
      },
      {
        ...common,
        ...{ messageId: "msg_2", role: "assistant", text: "Because [1]." },
        answer: { ...answered, ...last },
      },
    ],
  };
}

test("a recorded conversation is shown with its sources, outcome and rating, without what was replaced", () => {
  const messages = threadMessages(thread());
  expect(messages.map(({ id }) => id)).toEqual(["msg_1", "msg_2"]);
  const [question, answer] = messages;
  expect(question && textOf(question)).toBe("Why?");
  expect(answer && textOf(answer)).toBe("Because [1].");
  expect(answer && citationsOf(answer)).toEqual([source]);
  expect(answer && outcomeOf(answer)).toBe("answered");
  expect(answer?.metadata).toEqual({ threadId: "thr_1", rating: "down" });
});

test("an answer that is being written is left to the stream", () => {
  const running = thread({ resolution: "streaming", answer: "Bec" });
  expect(threadMessages(running).map(({ id }) => id)).toEqual(["msg_1"]);
  expect(isBeingAnswered(running)).toBe(true);
  expect(isBeingAnswered(thread())).toBe(false);
});

test("what the reader was told in place of an answer is part of it", () => {
  const [, answer] = threadMessages(thread({ resolution: "cut", error: "It broke off." }));
  expect(answer && textOf(answer)).toBe("Because [1].\n\nIt broke off.");
});
