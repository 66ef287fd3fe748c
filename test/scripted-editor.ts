import type { LanguageModelV4, LanguageModelV4Content } from "@ai-sdk/provider";

export type ScriptedCall = { name: string; input: unknown };
export type ScriptedStep = {
  text?: string;
  calls?: ScriptedCall[];
  /** Fails instead of answering. */
  fault?: Error;
  waitMs?: number;
};

export type ScriptedEditor = LanguageModelV4 & {
  /** The step of each turn it was asked for, and what it was given. */
  asked: { step: number; prompt: unknown; providerOptions: unknown }[];
};

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** A model that plays a script of tool calls. Which step is next it sees from the conversation, as a real one does. */
export function scriptedEditor(steps: ScriptedStep[]): ScriptedEditor {
  const asked: ScriptedEditor["asked"] = [];
  return {
    specificationVersion: "v4",
    provider: "docent",
    modelId: "scripted-editor",
    supportedUrls: {},
    asked,
    async doGenerate({ prompt, providerOptions, abortSignal }) {
      const done = prompt.filter((message) => message.role === "assistant").length;
      asked.push({ step: done + 1, prompt, providerOptions });
      const { text = "", calls = [], fault, waitMs = 0 } = steps[done] ?? {};
      await wait(waitMs, abortSignal);
      if (fault) throw fault;
      const content: LanguageModelV4Content[] = calls.map(({ name, input }, index) => ({
        type: "tool-call",
        toolCallId: `step-${done + 1}-call-${index + 1}`,
        toolName: name,
        input: typeof input === "string" ? input : JSON.stringify(input),
      }));
      return {
        content: text === "" ? content : [{ type: "text", text }, ...content],
        finishReason: { unified: calls.length > 0 ? "tool-calls" : "stop", raw: undefined },
        usage,
        warnings: [],
      };
    },
    async doStream() {
      throw new Error("the agent asks for whole turns");
    },
  };
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** The call that ends a job. */
export function finishCall(more: Partial<Record<string, string>> = {}): ScriptedCall {
  const input = { title: "Edit the docs", summary: "- edited", messageToUser: "Done.", ...more };
  return { name: "finish", input };
}
