import { createAnthropic } from "@ai-sdk/anthropic";
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { withCachePoints } from "./cache-points.ts";
import { modelFetch } from "./model-fetch.ts";

export type AnthropicPlace = { url: string | undefined; key: string };

export const anthropicUrl = "https://api.anthropic.com";

/** A model of Anthropic's Messages API, with prompt caching. */
export function anthropicModel(place: AnthropicPlace, modelId: string): LanguageModelV4 {
  // Both are always given: the package would else take them from the environment by itself.
  const provider = createAnthropic({
    apiKey: place.key,
    baseURL: versioned(place.url ?? anthropicUrl),
    fetch: modelFetch,
  });
  const model = provider(modelId);
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(prepared(options)),
    doStream: (options) => model.doStream(prepared(options)),
  };
}

/** Anthropic's own clients take the address without the version, so operators have it in that form. */
function versioned(url: string): string {
  return url.endsWith("/v1") ? url : `${url}/v1`;
}

/** Pings show that a model which thinks is still there. Nobody sees a call's input grow, so it may come checked and whole. */
function prepared(options: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const { docent, ...providerOptions } = options.providerOptions ?? {};
  const own = { includePings: true, toolStreaming: false, ...providerOptions.anthropic };
  return { ...withCachePoints(options), providerOptions: { ...providerOptions, anthropic: own } };
}
