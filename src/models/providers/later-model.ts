import type { LanguageModelV4 } from "@ai-sdk/provider";
import { once } from "../../lib/once.ts";

/** A model that is opened by its first call: the package of a provider takes longer to load than the rest of a start. */
export function laterModel(
  { provider, id }: { provider: string; id: string },
  open: () => Promise<LanguageModelV4>,
): LanguageModelV4 {
  const opened = once(open);
  return {
    specificationVersion: "v4",
    provider,
    modelId: id,
    // Nothing but text is ever sent.
    supportedUrls: {},
    doGenerate: async (options) => (await opened()).doGenerate(options),
    doStream: async (options) => (await opened()).doStream(options),
  };
}
