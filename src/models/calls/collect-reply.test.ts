import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { collectReply } from "./collect-reply.ts";

const finish: LanguageModelV4StreamPart = {
  type: "finish",
  finishReason: { unified: "stop", raw: "end_turn" },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 2, text: 2, reasoning: 0 },
  },
};

const collect = (parts: LanguageModelV4StreamPart[]) =>
  collectReply({ stream: ReadableStream.from(parts) });

test("reasoning keeps the signature that its provider wants back", async () => {
  const signed = { anthropic: { signature: "s1" } };
  const { content } = await collect([
    { type: "reasoning-start", id: "0" },
    { type: "reasoning-delta", id: "0", delta: "Well, " },
    { type: "reasoning-delta", id: "0", delta: "yes." },
    { type: "reasoning-delta", id: "0", delta: "", providerMetadata: signed },
    { type: "reasoning-end", id: "0" },
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "Yes." },
    { type: "text-end", id: "0" },
    finish,
  ]);
  expect(content).toEqual([
    { type: "reasoning", text: "Well, yes.", providerMetadata: signed },
    { type: "text", text: "Yes." },
  ]);
});

test("blocks that are written at the same time stay apart, and empty text is left out", async () => {
  const { content } = await collect([
    { type: "text-start", id: "1" },
    { type: "text-start", id: "2" },
    { type: "text-start", id: "3" },
    { type: "text-delta", id: "2", delta: "b" },
    { type: "text-delta", id: "1", delta: "a" },
    { type: "text-delta", id: "unknown", delta: "c" },
    finish,
  ]);
  expect(content).toEqual([
    { type: "text", text: "a" },
    { type: "text", text: "b" },
  ]);
});

test("an error part is thrown, and so is a reply without an end", async () => {
  const error = new Error("no");
  await expect(collect([{ type: "error", error }, finish])).rejects.toBe(error);
  await expect(collect([])).rejects.toThrow("without a finish");
});
