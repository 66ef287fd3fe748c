import type { LanguageModelV4, LanguageModelV4Content } from "@ai-sdk/provider";
import {
  chooseModel,
  type ModelChoice,
  type Models,
} from "../../src/models/providers/create-models.ts";

/** What the model does, and when it was asked and had answered. */
export type EditScript = {
  steps: number;
  bytesPerStep: number;
  turns: { askedAt: number; repliedAt: number }[];
};

/** A model that takes no time: each step writes one new page, the last one finishes. */
export function scriptedModels(script: EditScript): Models {
  const choice: ModelChoice = {
    id: "scripted",
    description: "scripted",
    provider: "anthropic",
    model: scriptedModel(script),
    price: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 },
  };
  return {
    answers: () => choice,
    jobs: () => choice,
    embedded: chooseModel(),
    describe: () => "scripted",
  };
}

function scriptedModel(script: EditScript): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "bench",
    modelId: "scripted",
    supportedUrls: {},
    async doGenerate({ prompt }) {
      const askedAt = performance.now();
      const done = prompt.filter((message) => message.role === "assistant").length;
      const content = [callOf(script, done)];
      script.turns.push({ askedAt, repliedAt: performance.now() });
      return {
        content,
        finishReason: { unified: "tool-calls", raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      };
    },
    doStream: () => Promise.reject(new Error("the agent asks for whole turns")),
  };
}

function callOf({ steps, bytesPerStep }: EditScript, done: number): LanguageModelV4Content {
  const line = "A sentence that is a part of the page that this step writes.\n";
  const text = line.repeat(Math.ceil(bytesPerStep / line.length)).slice(0, bytesPerStep);
  const content = `---\ntitle: "Page ${done}"\n---\n\n# Page ${done}\n\n${text}\n`;
  const write = { name: "write_file", input: { path: `new/page-${done}.md`, content } };
  const finish = {
    name: "finish",
    input: { title: "Add pages", summary: "Pages.", messageToUser: "Done.", claims: [] },
  };
  const { name, input } = done < steps - 1 ? write : finish;
  return {
    type: "tool-call",
    toolCallId: `call-${done}`,
    toolName: name,
    input: JSON.stringify(input),
  };
}
