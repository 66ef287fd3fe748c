import { generateText, type ModelMessage, streamText, type ToolSet, tool } from "ai";
import { expect, test } from "vitest";
import { z } from "zod";
import { callMemoryTool, openMemoryDocs } from "../../../test/memory-docs.ts";
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

const names =
  "list_files read_file search_text search_docs write_file edit_file move_file delete_file set_todos finish";
const tools: ToolSet = Object.fromEntries(
  names.split(" ").map((name) => [name, tool({ inputSchema: z.looseObject({}) })]),
);
const edit = { task: "edit", instruction: "Replace port with harbour in docs/a.md" };

test("generateText edits the docs step by step until it finishes", async () => {
  const model = embeddedModel(() => 0);
  const docs = openMemoryDocs({ "docs/a.md": "A port.\n", "docs/b.md": "A port.\n" });
  const messages: ModelMessage[] = [{ role: "user", content: edit.instruction }];
  for (let step = 0; step < 20 && docs.end === undefined; step += 1) {
    const result = await generateText({
      model,
      system: "Edit the docs.",
      messages,
      tools,
      providerOptions: { docent: edit },
    });
    expect(result.finishReason).toBe("tool-calls");
    messages.push(...result.response.messages);
    messages.push({
      role: "tool",
      content: result.toolCalls.map(({ toolCallId, toolName, input }) => {
        const value = callMemoryTool(docs, { name: toolName, input });
        const output = { type: "json" as const, value: JSON.parse(JSON.stringify(value)) };
        return { type: "tool-result" as const, toolCallId, toolName, output };
      }),
    });
  }
  expect(docs.end?.messageToUser).toContain("I replaced “port” with “harbour” 1 time in 1 file.");
  expect([...docs.files.values()]).toEqual(["A harbour.\n", "A port.\n"]);
  expect(docs.todos.at(-1)?.every((todo) => todo.startsWith("completed"))).toBe(true);
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
