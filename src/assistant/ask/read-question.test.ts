import { expect, test } from "vitest";
import { assistantRequest } from "../../contract/assistant.ts";
import { readQuestion, requireFitting, threadInMessages } from "./read-question.ts";

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

const limits = { questionCharacters: 10, contextCharacters: 20 };
const fits = (messages: unknown[], context: { type: "code"; value: string }[] = []) =>
  requireFitting(assistantRequest.parse({ messages, context }), limits);
const code = (length: number) => ({ type: "code", value: "x".repeat(length) }) as const;

test("a question of the full length is taken, whatever was said before it", () => {
  const history = [
    { role: "user", parts: [text("x".repeat(10_000))] },
    { role: "assistant", parts: [text("x".repeat(100_000))], metadata: { note: "x" } },
  ];
  const asked = { role: "user", parts: [text(` ${"x".repeat(10)} `)] };
  expect(() => fits([...history, asked], Array(5).fill(code(20)))).not.toThrow();
});

test.each([
  ["messages.0", [{ role: "user", content: "x".repeat(11) }], []],
  ["messages.0", [{ role: "user", parts: [text("12345"), text("67890")] }], []],
  ["context.1.value", [{ role: "user", content: "x" }], [code(20), code(21)]],
  ["context", [{ role: "user", content: "x" }], [...Array(5).fill(code(20)), code(1)]],
])("what is too long at %s is refused, and says how long it may be", (path, messages, context) => {
  expect(() => fits(messages, context)).toThrow(
    expect.objectContaining({
      code: "invalid_request",
      message: expect.stringMatching(/ characters, and at most (?:10|20|100) are taken\. /),
      details: [{ path, message: expect.stringContaining("at most") }],
    }),
  );
});
