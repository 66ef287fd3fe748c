import type { ModelName, ModelProvider } from "../../contract/models.ts";
import type { ModelLimits } from "../calls/limits.ts";
import type { Prices } from "../calls/prices.ts";

/** Which models a deployment uses, and where they are. */
export type ModelSettings = {
  /** Decided: `auto` has become one of them. */
  provider: ModelProvider;
  anthropic: { url: string | undefined; key: string | undefined };
  openai: { url: string | undefined; key: string | undefined };
  /** Ids at the provider. */
  ids: Partial<Record<ModelName, string>>;
  /** Which of the two answers readers. */
  answers: ModelName;
  /** Keys that projects refer to, by name. */
  keys: ReadonlyMap<string, string>;
  limits: ModelLimits;
  prices: Prices;
};

/** Anthropic's current models of each kind on 2026-11-15. */
export const anthropicIds: Record<ModelName, string> = {
  sonnet: "claude-sonnet-5-5",
  opus: "claude-opus-5-5",
};
