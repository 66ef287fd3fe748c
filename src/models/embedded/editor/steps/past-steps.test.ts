import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { pastSteps } from "./past-steps.ts";

const call = (toolCallId: string) => ({
  type: "tool-call" as const,
  toolCallId,
  toolName: "read_file",
  input: { path: "a.md" },
});

test("calls are joined with their results, whatever form these have", () => {
  const result = { type: "tool-result" as const, toolName: "read_file" };
  const prompt: LanguageModelV4Prompt = [
    { role: "system", content: "Rules." },
    { role: "user", content: [{ type: "text", text: "Go." }] },
    {
      role: "assistant",
      content: [{ type: "text", text: "Hm." }, call("1"), call("2"), call("3"), call("4")],
    },
    {
      role: "tool",
      content: [
        { ...result, toolCallId: "2", output: { type: "error-text", value: "No." } },
        { ...result, toolCallId: "1", output: { type: "json", value: { ok: true } } },
        { ...result, toolCallId: "3", output: { type: "text", value: '{"ok":1}' } },
        { ...result, toolCallId: "9", output: { type: "json", value: null } },
      ],
    },
    { role: "assistant", content: [{ type: "text", text: "Done." }] },
  ];
  const base = { name: "read_file", input: { path: "a.md" } };
  expect(pastSteps(prompt)).toEqual([
    {
      text: "Hm.",
      calls: [
        { id: "1", ...base, output: { ok: true } },
        { id: "2", ...base, error: "No." },
        { id: "3", ...base, output: { ok: 1 } },
        { id: "4", ...base },
      ],
    },
    { text: "Done.", calls: [] },
  ]);
});

test("a message after the end begins anew, one after a refused end goes on", () => {
  const finish = { ...call("1"), toolName: "finish" };
  const ended = (output: { type: "json"; value: null } | { type: "error-text"; value: string }) =>
    pastSteps([
      { role: "user", content: [{ type: "text", text: "Go." }] },
      { role: "assistant", content: [finish] },
      {
        role: "tool",
        content: [{ type: "tool-result", toolName: "finish", toolCallId: "1", output }],
      },
      { role: "user", content: [{ type: "text", text: "Go." }] },
    ]).map(({ endsTurn }) => endsTurn);
  expect(ended({ type: "json", value: null })).toEqual([true]);
  expect(ended({ type: "error-text", value: "Links are broken." })).toEqual([undefined]);
});
