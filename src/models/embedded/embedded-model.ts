import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import type { Agreement } from "../embedder/agreement.ts";
import { composeAnswer } from "./compose-answer.ts";
import { type EmbeddedInput, embeddedInput } from "./input.ts";
import { wordCount } from "./units.ts";

/** A language model that needs no key and no network: it quotes the docs it is given and never invents. */
export function embeddedModel(agreement: Agreement): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "docent",
    modelId: "docent-embedded-1",
    supportedUrls: {},
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const { text, usage } = reply(options, agreement);
      return { content: [{ type: "text", text }], finishReason, usage, warnings: [] };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      const { text, usage } = reply(options, agreement);
      return { stream: streamOf(parts(text, usage), options.abortSignal) };
    },
  };
}

const finishReason: LanguageModelV4FinishReason = { unified: "stop", raw: undefined };
const withoutAssistant =
  "I am Docent's embedded model: I only quote documentation that the assistant finds for a question, so please ask through the assistant.";

function reply(
  options: LanguageModelV4CallOptions,
  agreement: Agreement,
): { text: string; usage: LanguageModelV4Usage } {
  const given = options.providerOptions?.docent;
  const input = given === undefined ? undefined : embeddedInput.parse(given);
  const text = input === undefined ? withoutAssistant : composeAnswer(input, agreement);
  return { text, usage: usageOf(input, text) };
}

/** Counted in words, which is what this model reads and writes. */
function usageOf(input: EmbeddedInput | undefined, text: string): LanguageModelV4Usage {
  const read = input?.passages.map((passage) => passage.content) ?? [];
  const total = [input?.question ?? "", ...read].reduce((sum, own) => sum + wordCount(own), 0);
  const written = wordCount(text);
  return {
    inputTokens: { total, noCache: total, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: written, text: written, reasoning: 0 },
  };
}

function* parts(text: string, usage: LanguageModelV4Usage): Generator<LanguageModelV4StreamPart> {
  const id = "answer";
  yield { type: "stream-start", warnings: [] };
  yield { type: "text-start", id };
  for (const [delta] of text.matchAll(/\S+\s*|\s+/g)) yield { type: "text-delta", id, delta };
  yield { type: "text-end", id };
  yield { type: "finish", finishReason, usage };
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
