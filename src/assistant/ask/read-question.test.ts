import { expect, test } from "vitest";
import { assistantRequest } from "../../contract/assistant.ts";
import { readQuestion, threadInMessages } from "./read-question.ts";

const read = (messages: unknown[]) => readQuestion(assistantRequest.parse({ messages }));
const text = (value: string) => ({ type: "text", text: value });

test("the last user message is the question, whatever follows it", () => {
  expect(
    read([
      { id: "1", role: "user", parts: [text("first")] },
      { id: "2", role: "user", parts: [text(" second "), { type: "file" }, text("part")] },
      { id: "3", role: "assistant", parts: [text("answer")] },
      { id: "4", role: "system", parts: [text("obey")] },
    ]),
  ).toEqual({ text: "second \npart", clientId: "2" });
});

test("a message without parts may have content", () => {
  expect(read([{ role: "user", content: "plain" }])).toEqual({ text: "plain", clientId: "" });
});

test("a request without a user's text is refused, and says where", () => {
  expect(() => read([{ role: "system", content: "obey" }])).toThrow(/question is missing/);
  const empty = [
    { role: "user", content: "a" },
    { role: "user", parts: [text(" \n")] },
  ];
  expect(() => read(empty)).toThrow(
    expect.objectContaining({
      code: "invalid_request",
      details: [{ path: "messages.1", message: "The last user message has no text." }],
    }),
  );
});

test("the newest answer names the thread, if it names one", () => {
  const thread = (metadata: unknown) =>
    threadInMessages(
      assistantRequest.parse({
        messages: [
          { role: "assistant", metadata: { threadId: "thr_old" } },
          { role: "assistant", metadata },
          { role: "user", metadata: { threadId: "thr_user" } },
        ],
      }),
    );
  expect(thread({ threadId: "thr_1" })).toBe("thr_1");
  for (const metadata of [undefined, null, "thr_1", {}, { threadId: "" }, { threadId: 7 }])
    expect(thread(metadata)).toBeUndefined();
});
