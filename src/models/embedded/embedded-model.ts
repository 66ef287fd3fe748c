import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { once } from "../../lib/once.ts";
import { type EditInput, editInput } from "./editor/edit-input.ts";
import type { EditStep, PastStep } from "./editor/steps/create-editor.ts";
import { pastSteps } from "./editor/steps/past-steps.ts";
import { embeddedModelId } from "./embedded-model-id.ts";
import { wordCount } from "./quotable/word-count.ts";

/** Where an edit is planned: here, or on another thread. */
export type PlanEdit = (input: EditInput, steps: PastStep[]) => EditStep | Promise<EditStep>;

/**
 * The embedded model as those call it that edit: it needs no key and no network, edits the docs exactly, and never invents.
 * Its answers are quotations, which `composeAnswer` puts together.
 */
export function embeddedModel(planEdit: PlanEdit = planHere()): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "docent",
    modelId: embeddedModelId,
    supportedUrls: {},
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const said = await reply(options, planEdit);
      return {
        content: contentOf(said),
        finishReason: finishReason(said),
        usage: said.usage,
        warnings: [],
      };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      return { stream: streamOf(parts(await reply(options, planEdit)), options.abortSignal) };
    },
  };
}

/** Most processes never plan an edit themselves. */
function planHere(): PlanEdit {
  const editor = once(async () => {
    const { createEditor } = await import("./editor/steps/create-editor.ts");
    return createEditor();
  });
  return async (input, steps) => (await editor())(input, steps);
}

type Reply = { text: string; calls: LanguageModelV4ToolCall[]; usage: LanguageModelV4Usage };

const withoutAssistant =
  "I am Docent's embedded model: I only quote documentation that the assistant finds for a question, so please ask through the assistant.";

async function reply(options: LanguageModelV4CallOptions, planEdit: PlanEdit): Promise<Reply> {
  if (options.providerOptions?.docent === undefined) return replyOf(withoutAssistant, []);
  return edit(options, planEdit);
}

async function edit(options: LanguageModelV4CallOptions, planEdit: PlanEdit): Promise<Reply> {
  const input = editInput.parse(options.providerOptions?.docent);
  const step = await planEdit(input, pastSteps(options.prompt));
  const calls = step.calls.map(
    (call): LanguageModelV4ToolCall => ({
      type: "tool-call",
      toolCallId: call.id,
      toolName: call.name,
      input: JSON.stringify(call.input),
    }),
  );
  return replyOf(step.text, [input.instruction], calls);
}

/** Usage is counted in words, which is what this model reads and writes. */
function replyOf(text: string, read: string[], calls: LanguageModelV4ToolCall[] = []): Reply {
  const total = read.reduce((sum, own) => sum + wordCount(own), 0);
  const written = [text, ...calls.map((call) => call.input)].reduce(
    (sum, own) => sum + wordCount(own),
    0,
  );
  const usage = {
    inputTokens: { total, noCache: total, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: written, text: written, reasoning: 0 },
  };
  return { text, calls, usage };
}

function contentOf({ text, calls }: Reply): LanguageModelV4Content[] {
  return text === "" ? calls : [{ type: "text", text }, ...calls];
}

function finishReason({ calls }: Reply): LanguageModelV4FinishReason {
  return { unified: calls.length > 0 ? "tool-calls" : "stop", raw: undefined };
}

function* parts(said: Reply): Generator<LanguageModelV4StreamPart> {
  const id = "answer";
  yield { type: "stream-start", warnings: [] };
  yield { type: "text-start", id };
  for (const [delta] of said.text.matchAll(/\S+\s*|\s+/g)) yield { type: "text-delta", id, delta };
  yield { type: "text-end", id };
  for (const call of said.calls) {
    yield { type: "tool-input-start", id: call.toolCallId, toolName: call.toolName };
    yield { type: "tool-input-delta", id: call.toolCallId, delta: call.input };
    yield { type: "tool-input-end", id: call.toolCallId };
    yield call;
  }
  yield { type: "finish", finishReason: finishReason(said), usage: said.usage };
}

/** Hands out a part only when it is asked for, so a reader that stops costs nothing more. */
function streamOf(
  source: Generator<LanguageModelV4StreamPart>,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    pull(controller) {
      if (signal?.aborted) {
        controller.error(signal.reason);
        return;
      }
      const { value, done } = source.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
