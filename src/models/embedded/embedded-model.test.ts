import { generateText, streamText } from "ai";
import { expect, test } from "vitest";
import { embeddedModel } from "./embedded-model.ts";
import type { EmbeddedInput } from "./input.ts";

const docent: EmbeddedInput = {
  task: "answer",
  question: "What is the default port?",
  earlier: [],
  evidence: "enough",
  passages: [
    {
      n: 1,
      path: "port",
      title: "Port",
      headings: [],
      content: "The default port is 4040.",
      score: 3,
    },
  ],
  nearest: [],
  weights: {},
  unknown: [],
};

test("streamText gets the answer word by word with usage", async () => {
  const result = streamText({
    model: embeddedModel(() => 0),
    system: "Answer from the docs.",
    messages: [{ role: "user", content: "The prompt is for other models." }],
    providerOptions: { docent },
  });
  const deltas: string[] = [];
  for await (const delta of result.textStream) deltas.push(delta);
  expect(deltas).toEqual(["The ", "default ", "port ", "is ", "4040. ", "[1]"]);
  expect(await result.finishReason).toBe("stop");
  expect((await result.usage).outputTokens).toBe(6);
});

test("generateText gives the same text", async () => {
  const { text } = await generateText({
    model: embeddedModel(() => 0),
    prompt: "-",
    providerOptions: { docent },
  });
  expect(text).toBe("The default port is 4040. [1]");
});

test("call without the assistant says what the model is", async () => {
  const { text } = await generateText({ model: embeddedModel(() => 0), prompt: "Write a poem." });
  expect(text).toContain("only quote");
});

test("malformed input is an error, not an answer", async () => {
  const options = { prompt: [], providerOptions: { docent: { task: "answer" } } };
  await expect(embeddedModel(() => 0).doGenerate(options)).rejects.toThrow();
});

test("aborted call stops in the middle of the answer", async () => {
  const stop = new AbortController();
  const options = { prompt: [], providerOptions: { docent }, abortSignal: stop.signal };
  const { stream } = await embeddedModel(() => 0).doStream(options);
  const reader = stream.getReader();
  await reader.read();
  stop.abort(new Error("stopped"));
  const readToEnd = async () => {
    while (!(await reader.read()).done);
  };
  await expect(readToEnd()).rejects.toThrow("stopped");
});
