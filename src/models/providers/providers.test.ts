import { generateText, jsonSchema, type ModelMessage, streamText, type ToolSet } from "ai";
import { describe, expect, onTestFinished, test } from "vitest";
import { startFakeAnthropic } from "../../../test/fake-anthropic.ts";
import { startFakeOpenAi } from "../../../test/fake-openai.ts";
import type { FakeModelServer, ModelScript } from "../../../test/model-script.ts";
import { defaultLimits } from "../calls/limits.ts";
import { ModelFault } from "../calls/model-fault.ts";
import { resilientModel } from "../calls/resilient-model.ts";
import { tokenUsage } from "../calls/token-usage.ts";
import { anthropicModel } from "./anthropic.ts";
import { openaiCompatibleModel } from "./openai-compatible.ts";

const key = "sk-hunter2-0123456789";
const starts = { anthropic: startFakeAnthropic, "openai-compatible": startFakeOpenAi };
const inputSchema = jsonSchema({ type: "object", properties: { path: { type: "string" } } });
const tools: ToolSet = {
  list_files: { description: "Lists files.", inputSchema },
  read_file: { description: "Reads a file.", inputSchema },
};
const asked = { instructions: "Be brief.", prompt: "How do I start it?", maxRetries: 0 };

describe.each(["anthropic", "openai-compatible"] as const)("%s", (kind) => {
  test("text streams, and its tokens are counted", async () => {
    const usage = { input: kind === "anthropic" ? 12 : 912, output: 3, cacheRead: 900 };
    const { model } = await setUp(kind, [{ pieces: ["Run ", "it."], usage }]);
    const result = streamText({ model, ...asked });
    const pieces = await Array.fromAsync(result.textStream);
    expect(pieces).toEqual(["Run ", "it."]);
    expect(await result.finishReason).toBe("stop");
    expect(tokenUsage(await result.usage)).toEqual({
      inputTokens: 12,
      outputTokens: 3,
      cacheReadTokens: 900,
      cacheWriteTokens: 0,
    });
  });

  test("text and tool calls come whole from generateText", async () => {
    const calls = [
      { name: "read_file", input: { path: "a.md" } },
      { name: "list_files", input: {} },
    ];
    const usage = { input: 5, output: 7 };
    const { model } = await setUp(kind, [{ pieces: ["Let me ", "look."], calls, usage }]);
    const result = await generateText({ model, ...asked, tools });
    expect(result.text).toBe("Let me look.");
    expect(result.toolCalls).toMatchObject([
      { toolName: "read_file", input: { path: "a.md" } },
      { toolName: "list_files", input: {} },
    ]);
    expect(result.finishReason).toBe("tool-calls");
    expect(tokenUsage(result.usage)).toMatchObject({ inputTokens: 5, outputTokens: 7 });
    expect(result.response.messages).toMatchObject([{ role: "assistant" }]);
  });

  test("a malformed tool call reaches the caller as an invalid one", async () => {
    const calls = [{ name: "read_file", input: '{"path": "a.md' }];
    const { model } = await setUp(kind, [{ calls }]);
    const { toolCalls } = await generateText({ model, ...asked, tools });
    expect(toolCalls).toMatchObject([{ toolName: "read_file", invalid: true }]);
  });

  test("a reply that reaches the token limit says so", async () => {
    const stop = kind === "anthropic" ? "max_tokens" : "length";
    const { model, server } = await setUp(kind, [{ pieces: ["Run"], stop }]);
    const { finishReason } = await generateText({ model, ...asked, maxOutputTokens: 50 });
    expect(finishReason).toBe("length");
    await generateText({ model, ...asked, maxOutputTokens: 1_000_000 });
    expect(server.requests.map(({ body }) => body.max_tokens)).toEqual([50, 8_192]);
  });

  test("a refusal is a fault and no text, with what it used", async () => {
    const reply =
      kind === "anthropic" ? { stop: "refusal" } : { refusal: "I cannot help with that." };
    const { model, server } = await setUp(kind, [{ ...reply, usage: { input: 9, output: 4 } }]);
    const parts = streamText({ model, ...asked, onError: () => undefined }).fullStream;
    const { text, fault } = await read(parts);
    expect(text).toBe("");
    expect(fault).toMatchObject({ kind: "refused", beforeFirstToken: true });
    expect(fault?.usage).toMatchObject({ inputTokens: 9, outputTokens: 4 });
    expect(server.requests).toHaveLength(1);
    await expect(generateText({ model, ...asked })).rejects.toMatchObject({ kind: "refused" });
  });

  test("a refusal in the middle of a reply is a fault after what was said", async () => {
    const reply =
      kind === "anthropic" ? { stop: "refusal" } : { refusal: " But no.", stop: "stop" };
    const { model } = await setUp(kind, [{ pieces: ["First,"], ...reply }]);
    const parts = streamText({ model, ...asked, onError: () => undefined }).fullStream;
    expect(await read(parts)).toMatchObject({
      text: "First,",
      fault: { kind: "refused", beforeFirstToken: false },
    });
  });

  test("faults pass through the SDK as they are, and it does not ask again by itself", async () => {
    const { model, server } = await setUp(kind, [{ fault: { status: 401 } }]);
    const { fault } = await read(
      streamText({ model, ...asked, onError: () => undefined }).fullStream,
    );
    expect(fault?.kind).toBe("unauthorised");
    await expect(generateText({ model, ...asked })).rejects.toBeInstanceOf(ModelFault);
    expect(server.requests).toHaveLength(2);
  });

  test("a redirect is not followed: the key stays with the server it is for", async () => {
    const other = await starts[kind]([{ pieces: ["stolen"] }]);
    onTestFinished(other.close);
    const headers = { location: `${other.url}/v1/messages` };
    const { model } = await setUp(kind, [{ fault: { status: 307, headers } }], { retries: 0 });
    await expect(generateText({ model, ...asked })).rejects.toBeInstanceOf(ModelFault);
    expect(other.requests).toEqual([]);
  });

  test("what only the embedded model reads is not sent", async () => {
    const { model, server } = await setUp(kind, [{ pieces: ["Run"] }]);
    const providerOptions = { docent: { task: "answer", question: "embedded-only" } };
    await generateText({ model, ...asked, providerOptions });
    expect(JSON.stringify(server.requests)).not.toContain("embedded-only");
  });
});

test("Anthropic gets key, version, limit and cache points on what stays the same", async () => {
  const { model, server } = await setUp("anthropic", [{ pieces: ["Run"] }]);
  const steps: ModelMessage[] = [
    { role: "user", content: "Edit it." },
    call("c1", "list_files"),
    result("c1", "list_files"),
    call("c2", "read_file"),
    result("c2", "read_file"),
  ];
  await generateText({ model, instructions: "Be brief.", messages: steps, tools, maxRetries: 0 });
  const [{ path, headers, body } = { path: "", headers: {}, body: {} }] = server.requests;
  expect(path).toBe("/v1/messages");
  expect(headers).toMatchObject({ "x-api-key": key, "anthropic-version": "2023-06-01" });
  const cache_control = { type: "ephemeral" };
  expect(body).toMatchObject({
    max_tokens: 8_192,
    stream: true,
    system: [{ type: "text", text: "Be brief.", cache_control }],
    tools: [{ name: "list_files" }, { name: "read_file", cache_control }],
    messages: [
      { role: "user" },
      { role: "assistant" },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", cache_control }] },
      { role: "assistant" },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c2", cache_control }] },
    ],
  });
  expect(JSON.stringify(body).split('"cache_control"')).toHaveLength(5);
});

test("without tools the earlier turns are cached, and not the passages of this question", async () => {
  const { model, server } = await setUp("anthropic", [{ pieces: ["Run"] }]);
  const messages: ModelMessage[] = [
    { role: "user", content: "First?" },
    { role: "assistant", content: "Yes." },
    { role: "user", content: "Passages and second?" },
  ];
  await generateText({ model, instructions: "Be brief.", messages, maxRetries: 0 });
  const body = server.requests[0]?.body;
  const cache_control = { type: "ephemeral" };
  expect(body?.system).toMatchObject([{ cache_control }]);
  expect(body?.messages).toMatchObject([{}, { content: [{ cache_control }] }, {}]);
  expect(JSON.stringify(body).split('"cache_control"')).toHaveLength(3);
});

test("Anthropic's address may have the version or not", async () => {
  const server = await startFakeAnthropic([{ pieces: ["Run"] }]);
  onTestFinished(server.close);
  for (const url of [server.url, `${server.url}/v1`]) {
    const model = resilientModel(anthropicModel({ url, key }, "claude-opus-5-5"), defaultLimits);
    expect((await generateText({ model, ...asked })).text).toBe("Run");
  }
});

test("an OpenAI-compatible server is asked for usage, with the key only where there is one", async () => {
  const { model, server } = await setUp("openai-compatible", [{ pieces: ["Run"] }]);
  await generateText({ model, ...asked });
  const open = openaiCompatibleModel({ url: server.url, key: undefined }, "llama3");
  await generateText({ model: resilientModel(open, defaultLimits), ...asked });
  expect(server.requests).toMatchObject([
    {
      path: "/v1/chat/completions",
      headers: { authorization: `Bearer ${key}` },
      body: { model: "gpt-4o", stream_options: { include_usage: true } },
    },
    { body: { model: "llama3" } },
  ]);
  expect(server.requests[1]?.headers.authorization).toBeUndefined();
});

function call(toolCallId: string, toolName: string): ModelMessage {
  return { role: "assistant", content: [{ type: "tool-call", toolCallId, toolName, input: {} }] };
}

function result(toolCallId: string, toolName: string): ModelMessage {
  const output = { type: "text", value: "done" } as const;
  return { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output }] };
}

async function setUp(kind: keyof typeof starts, script: ModelScript, limits = {}) {
  const server: FakeModelServer = await starts[kind](script);
  onTestFinished(server.close);
  const { url } = server;
  const inner =
    kind === "anthropic"
      ? anthropicModel({ url, key }, "claude-sonnet-5-5")
      : openaiCompatibleModel({ url, key }, "gpt-4o");
  const model = resilientModel(inner, { ...defaultLimits, ...limits }, { secrets: [key] });
  return { server, model };
}

async function read(parts: AsyncIterable<{ type: string; text?: string; error?: unknown }>) {
  const said: { text: string; fault: ModelFault | undefined } = { text: "", fault: undefined };
  for await (const part of parts) {
    if (part.type === "text-delta") said.text += part.text;
    if (part.type === "error" && part.error instanceof ModelFault) said.fault = part.error;
  }
  return said;
}
