import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from "@ai-sdk/provider";
import { dropRefusals } from "./drop-refusals.ts";
import { modelFetch } from "./model-fetch.ts";

export type OpenAiPlace = { url: string; key: string | undefined };

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
    doStream: async (options) => withoutRefusals(await model.doStream(withRaw(options)), options),
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

/** The package hands a refusal on as if it were an answer; only the raw reply tells them apart. */
function withRaw(options: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  return { ...prepared(options), includeRawChunks: true };
}

function withoutRefusals(
  result: LanguageModelV4StreamResult,
  { includeRawChunks = false }: LanguageModelV4CallOptions,
): LanguageModelV4StreamResult {
  const parts: TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> = dropRefusals(
    { keepRaw: includeRawChunks },
  );
  return { ...result, stream: result.stream.pipeThrough(parts) };
}
