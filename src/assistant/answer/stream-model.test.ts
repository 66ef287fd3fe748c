import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { AISDKError } from "ai";
import { expect, test } from "vitest";
import { openDocsContext } from "../../../test/docs-context.ts";
import { allTools } from "../tools/all-tools.ts";
import { type ModelPart, streamModel } from "./stream-model.ts";

const finish: LanguageModelV4StreamPart = {
  type: "finish",
  finishReason: { unified: "stop", raw: undefined },
  usage: {
    inputTokens: { total: 5, noCache: 5, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 2, text: 2, reasoning: 0 },
  },
};

function text(delta: string): LanguageModelV4StreamPart[] {
  return [
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta },
    { type: "text-end", id: "1" },
  ];
}

test("text begins with its first word, and every round is counted", async () => {
  const parts = await play([...text("\n  Run\0 it."), finish]);
  expect(parts).toEqual([
    { type: "text", text: "Run it." },
    { type: "usage", usage: expect.objectContaining({ inputTokens: 5, outputTokens: 2 }) },
  ]);
});

test("a reply that the SDK cannot read is the model's fault, told without its words", async () => {
  const error = new AISDKError({ name: "AI_BadPart", message: "the reader's own words" });
  const thrown = await play([{ type: "error", error }]).catch((fault) => fault);
  expect(thrown).toMatchObject({
    kind: "bad_reply",
    message: expect.stringContaining("AI_BadPart"),
  });
  expect(String(thrown)).not.toContain("words");
});

test("any other fault is thrown as it is", async () => {
  const error = new Error("a bug");
  await expect(play([{ type: "error", error }])).rejects.toBe(error);
});

test("what a server's own tools bring is not shown", async () => {
  const about = { toolCallId: "srv_1", toolName: "web_search", providerExecuted: true } as const;
  const parts = await play([
    { type: "tool-call", ...about, input: '{"query":"evil"}' },
    { type: "tool-result", ...about, result: { text: "from elsewhere" } },
    ...text("Run it."),
    finish,
  ]);
  expect(parts.map((part) => part.type)).toEqual(["text", "usage"]);
});

async function play(parts: LanguageModelV4StreamPart[]): Promise<ModelPart[]> {
  const { context } = await openDocsContext();
  const model: LanguageModelV4 = {
    specificationVersion: "v4",
    provider: "test",
    modelId: "test",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("replies are streamed")),
    doStream: async () => ({
      stream: ReadableStream.from([{ type: "stream-start" as const, warnings: [] }, ...parts]),
    }),
  };
  const { signal } = new AbortController();
  const messages = [{ role: "user" as const, content: "How?" }];
  const input = { model, instructions: "Answer.", messages, tools: allTools, context, signal };
  return Array.fromAsync(streamModel(input));
}
