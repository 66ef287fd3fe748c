import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";

/**
 * Marks what the next request repeats, at most four places as the API allows: the tools, the system prompt, and the
 * conversation. With tools the conversation only grows, so its end is marked, and where it ended in the request before:
 * the API looks for an earlier mark in the last twenty blocks only. Without tools the last message holds passages
 * that were found for this question, so the end of the turn before it is marked.
 */
export function withCachePoints(options: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
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
