import { generateText, type ModelMessage, streamText, type ToolSet, tool } from "ai";
import { expect, test } from "vitest";
import { z } from "zod";
import { callTool, memoryContext, toolNames } from "../../../test/edit-in-memory.ts";
import type { EmbeddedInput } from "./answer/answer-input.ts";
import { embeddedModel } from "./embedded-model.ts";

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
      anchor: "",
      startLine: 1,
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

const tools: ToolSet = Object.fromEntries(
  toolNames.map((name) => [name, tool({ inputSchema: z.looseObject({}) })]),
);
const edit = { task: "edit", instruction: 'Replace "port" with "harbour" in docs/a.md' };

test("generateText edits the docs step by step until it finishes", async () => {
  const model = embeddedModel(() => 0);
  const docs = memoryContext({ "docs/a.md": "A port.\n", "docs/b.md": "A port.\n" });
  let end: unknown;
  const messages: ModelMessage[] = [{ role: "user", content: edit.instruction }];
  for (let step = 0; step < 20 && end === undefined; step += 1) {
    const result = await generateText({
      model,
      system: "Edit the docs.",
      messages,
      tools,
      providerOptions: { docent: edit },
    });
    expect(result.finishReason).toBe("tool-calls");
    messages.push(...result.response.messages);
    for (const { toolCallId, toolName, input } of result.toolCalls) {
      const { output: value } = await callTool(docs, { name: toolName, input });
      const output = { type: "json" as const, value: JSON.parse(JSON.stringify(value)) };
      const content = [{ type: "tool-result" as const, toolCallId, toolName, output }];
      messages.push({ role: "tool", content });
      if (toolName === "finish") end = input;
    }
  }
  expect(end).toMatchObject({
    messageToUser: "Replace “port” with “harbour”: 1 place in 1 file.",
  });
  expect(await docs.overlay.read("docs/a.md")).toBe("A harbour.\n");
  expect(await docs.overlay.read("docs/b.md")).toBe("A port.\n");
});

test("streamText gets the text and the tool calls of a step", async () => {
  const result = streamText({
    model: embeddedModel(() => 0),
    prompt: "-",
    tools,
    providerOptions: { docent: edit },
  });
  expect(await result.text).toBe("Looking at which files there are.");
  const calls = await result.toolCalls;
  expect(calls.map((call) => [call.toolCallId, call.toolName])).toEqual([
    ["step-1-call-1", "set_todos"],
    ["step-1-call-2", "list_files"],
  ]);
  expect(await result.finishReason).toBe("tool-calls");
});

test("malformed edit input is an error", async () => {
  const options = { prompt: [], providerOptions: { docent: { task: "edit" } } };
  await expect(embeddedModel(() => 0).doGenerate(options)).rejects.toThrow();
});
