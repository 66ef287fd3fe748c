import type { ModelName, ModelProvider, ProjectModel } from "../../contract/models.ts";
import type { ModelLimits } from "../calls/limits.ts";
import type { Prices } from "../calls/prices.ts";

export const anthropicUrl = "https://api.anthropic.com";

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
  /** Keys that projects refer to, by name: the operator's. */
  keys: ReadonlyMap<string, string>;
  /** The addresses that the operator has set; those above may be an owner's. */
  operatorUrls: { anthropic: string | undefined; openai: string | undefined };
  limits: ModelLimits;
  prices: Prices;
};

/** Anthropic's current models of each kind on 2026-11-15. */
export const anthropicIds: Record<ModelName, string> = {
  sonnet: "claude-sonnet-5-5",
  opus: "claude-opus-5-5",
};

/** Where a model is, and what it is called there. */
export type ModelPlace =
  | { provider: "embedded" }
  | { provider: "anthropic"; id: string; url: string; key: string }
  | { provider: "openai-compatible"; id: string; url: string; key: string | undefined }
  /** Something is missing, and the sentence says what. */
  | { provider: "anthropic" | "openai-compatible"; id: string; missing: string };

/**
 * A project's own settings over those of the deployment. A key of the deployment goes to the deployment's address only,
 * and a key by name, which is the operator's, to no address that an owner has chosen.
 */
export function modelPlace(
  settings: ModelSettings,
  own: ProjectModel,
  name: ModelName,
): ModelPlace {
  const provider =
    own.provider ?? (own.url === undefined ? settings.provider : "openai-compatible");
  if (provider === "embedded") return { provider };
  const id = idOf({ settings, own, provider }, name);
  const key = keyOf({ settings, own, provider });
  if ("missing" in key) return { provider, id: id ?? "", missing: key.missing };
  const url = urlOf({ settings, own, provider });
  if (provider === "anthropic") {
    if (key.key === undefined) return { provider, id: id ?? "", missing: noKey };
    return { provider, id: id ?? anthropicIds[name], url: url ?? anthropicUrl, key: key.key };
  }
  if (id === undefined) return { provider, id: "", missing: noId };
  if (url === undefined)
    return { provider, id, missing: own.key === undefined ? noUrl : noOperatorUrl };
  return { provider, id, url, key: key.key };
}

const noKey = "a key for Anthropic is missing";
const noId = "the id of a model is missing";
const noUrl = "the address of the model's server is missing";
const noOperatorUrl =
  "the address of the model's server is missing: the project's key goes only to one of the project or of the environment";

type Given = {
  settings: ModelSettings;
  own: ProjectModel;
  provider: "anthropic" | "openai-compatible";
};

/** Ids of another provider mean nothing. Where a server has one model, it is both. */
function idOf({ settings, own, provider }: Given, name: ModelName): string | undefined {
  const shared = provider === settings.provider ? settings.ids : {};
  if (provider === "anthropic") return own[name] ?? shared[name] ?? anthropicIds[name];
  return own[name] ?? own.sonnet ?? own.opus ?? shared[name] ?? shared.sonnet ?? shared.opus;
}

function urlOf({ settings, own, provider }: Given): string | undefined {
  if (own.url !== undefined) return own.url;
  const kind = provider === "anthropic" ? "anthropic" : "openai";
  return own.key === undefined ? settings[kind].url : settings.operatorUrls[kind];
}

function keyOf({
  settings,
  own,
  provider,
}: Given): { key: string | undefined } | { missing: string } {
  if (own.key !== undefined) {
    const key = settings.keys.get(own.key);
    return key === undefined ? { missing: `DOCENT_MODEL_KEY_${own.key} is not set` } : { key };
  }
  if (own.url !== undefined) return { key: undefined };
  return { key: settings[provider === "anthropic" ? "anthropic" : "openai"].key };
}
