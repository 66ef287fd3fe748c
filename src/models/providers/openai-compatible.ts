import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { z } from "zod";
import { modelFetch } from "./model-fetch.ts";

type OpenAiPlace = { url: string; key: string | undefined };
type StreamPart = LanguageModelV4StreamPart;

/** A model behind OpenAI's chat completions: OpenAI, Ollama, LM Studio, vLLM, llama.cpp, LiteLLM and most hosted services. */
export function openaiCompatibleModel(place: OpenAiPlace, modelId: string): LanguageModelV4 {
  const provider = createOpenAICompatible({
    name: "openai-compatible",
    baseURL: place.url,
    ...(place.key !== undefined && { apiKey: place.key }),
    includeUsage: true,
    fetch: modelFetch,
    ...(isOpenAi(place.url) && { transformRequestBody: renameTokenLimit }),
  });
  const model = provider.chatModel(modelId);
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId,
    supportedUrls: {},
    doGenerate: (options) => model.doGenerate(prepared(options)),
    async doStream(options) {
      const result = await model.doStream({ ...prepared(options), includeRawChunks: true });
      return {
        ...result,
        stream: result.stream.pipeThrough(dropRefusals(options.includeRawChunks)),
      };
    },
  };
}

/** OpenAI's newer models take no `max_tokens`; other servers know nothing else. */
function isOpenAi(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "api.openai.com" || hostname.endsWith(".openai.azure.com");
}

function renameTokenLimit(body: Record<string, unknown>): Record<string, unknown> {
  const { max_tokens, ...rest } = body;
  return { ...rest, max_completion_tokens: max_tokens };
}

function prepared(options: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const { docent, ...providerOptions } = options.providerOptions ?? {};
  return { ...options, providerOptions };
}

const refusingChunk = z.object({
  choices: z.array(z.object({ delta: z.object({ refusal: z.string().min(1) }) })).min(1),
});

/**
 * Takes the words of a refusal out of a stream, and ends it with the reason `content-filter`: the package hands them on
 * as if they were an answer, and only the raw reply tells them apart.
 */
function dropRefusals(keepRaw = false): TransformStream<StreamPart, StreamPart> {
  let refused = false;
  let words: string | undefined;
  return new TransformStream({
    transform(part, controller) {
      if (part.type === "raw") {
        words = refusingChunk.safeParse(part.rawValue).data?.choices[0]?.delta.refusal;
        refused ||= words !== undefined;
        if (keepRaw) controller.enqueue(part);
        return;
      }
      if (part.type === "text-delta" && part.delta === words) return;
      const isRefusal = part.type === "finish" && refused;
      controller.enqueue(
        isRefusal
          ? { ...part, finishReason: { ...part.finishReason, unified: "content-filter" } }
          : part,
      );
    },
  });
}
