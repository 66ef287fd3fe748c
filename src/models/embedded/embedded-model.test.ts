import { generateText, type ModelMessage, streamText, type ToolSet, tool } from "ai";
import { expect, test } from "vitest";
import { z } from "zod";
import { callTool, memoryContext, toolNames } from "../../../test/edit-in-memory.ts";
import { embeddedModel } from "./embedded-model.ts";

test("call without the assistant says what the model is", async () => {
  const { text } = await generateText({ model: embeddedModel(), prompt: "Write a poem." });
  expect(text).toContain("only quote");
});

const tools: ToolSet = Object.fromEntries(
  toolNames.map((name) => [name, tool({ inputSchema: z.looseObject({}) })]),
);
const edit = { task: "edit", instruction: 'Replace "port" with "harbour" in docs/a.md' };

test("generateText edits the docs step by step until it finishes", async () => {
  const model = embeddedModel();
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
    model: embeddedModel(),
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
  await expect(embeddedModel().doGenerate(options)).rejects.toThrow();
});

test("aborted call stops in the middle of a step", async () => {
  const stop = new AbortController();
  const options = { prompt: [], providerOptions: { docent: edit }, abortSignal: stop.signal };
  const { stream } = await embeddedModel().doStream(options);
  const reader = stream.getReader();
  await reader.read();
  stop.abort(new Error("stopped"));
  const readToEnd = async () => {
    while (!(await reader.read()).done);
  };
  await expect(readToEnd()).rejects.toThrow("stopped");
});
