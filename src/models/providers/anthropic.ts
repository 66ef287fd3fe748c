import { createAnthropic } from "@ai-sdk/anthropic";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import { modelFetch } from "./model-fetch.ts";
import { anthropicUrl } from "./model-place.ts";

type AnthropicPlace = { url: string | undefined; key: string };

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

/**
 * Marks what the next request repeats, at most four places as the API allows: the tools, the system prompt, and the
 * conversation. With tools the conversation only grows, so its end is marked, and where it ended in the request before:
 * the API looks for an earlier mark in the last twenty blocks only. Without tools the last message holds passages
 * that were found for this question, so the end of the turn before it is marked.
 */
function withCachePoints(options: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const { prompt, tools } = options;
  const grows = tools !== undefined && tools.length > 0;
  const marked = new Set([lastIndex(prompt, "system"), ...conversationEnds(prompt, grows)]);
  return {
    ...options,
    prompt: prompt.map((message, index) => (marked.has(index) ? cached(message) : message)),
    ...(tools && {
      tools: tools.map((tool, index) =>
        index === tools.length - 1 && tool.type === "function" ? cached(tool) : tool,
      ),
    }),
  };
}

function conversationEnds(prompt: LanguageModelV4Message[], grows: boolean): number[] {
  const lastReply = lastIndex(prompt, "assistant");
  if (!grows) return lastReply < 0 ? [] : [lastReply];
  const last = prompt.length - 1;
  return lastReply > 0 ? [lastReply - 1, last] : [last];
}

function lastIndex(prompt: LanguageModelV4Message[], role: LanguageModelV4Message["role"]): number {
  return prompt.findLastIndex((message) => message.role === role);
}

function cached<T extends { providerOptions?: SharedV4ProviderOptions }>(marked: T): T {
  const { anthropic, ...others } = marked.providerOptions ?? {};
  const own = { cacheControl: { type: "ephemeral" }, ...anthropic };
  return { ...marked, providerOptions: { ...others, anthropic: own } };
}
