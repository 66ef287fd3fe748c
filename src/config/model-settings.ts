import { z } from "zod";
import { modelId, modelNames, modelProviders } from "../contract/models.ts";
import { defaultLimits } from "../models/calls/limits.ts";
import { knownPrices, type Prices } from "../models/calls/prices.ts";
import { readPrices } from "../models/calls/read-prices.ts";
import { anthropicIds, type ModelSettings } from "../models/providers/model-place.ts";
import { address, key, keyPattern, keyRule, type Values, wholeNumber } from "./setting-rules.ts";

/** The settings of models, as `settings.ts` lists them. */
export const modelSettings = {
  DOCENT_MODEL_PROVIDER: {
    rule: z
      .enum(["auto", ...modelProviders], "must be auto, anthropic, openai-compatible or embedded")
      .default("auto"),
    help: "Whose models write answers and edits: auto, anthropic, openai-compatible or embedded. auto: what has a key or an address.",
  },
  ANTHROPIC_API_KEY: { rule: key.optional(), help: "Key for Anthropic's models." },
  ANTHROPIC_BASE_URL: {
    rule: address.optional(),
    help: "Address of a gateway to Anthropic. Unset: https://api.anthropic.com.",
  },
  DOCENT_MODEL_URL: {
    rule: address.optional(),
    help: "Address of an OpenAI-compatible server, such as https://api.openai.com/v1 or http://127.0.0.1:11434/v1.",
  },
  DOCENT_MODEL_KEY: {
    rule: key.optional(),
    help: "Key for that server, where it needs one; DOCENT_MODEL_KEY_NAME for projects with --model-key NAME.",
  },
  DOCENT_MODEL_SONNET: {
    rule: modelId.optional(),
    help: `Model that is called sonnet, by its id at the provider. Unset: ${anthropicIds.sonnet} at Anthropic.`,
  },
  DOCENT_MODEL_OPUS: {
    rule: modelId.optional(),
    help: `Model that is called opus, by its id at the provider. Unset: ${anthropicIds.opus} at Anthropic.`,
  },
  DOCENT_ANSWER_MODEL: {
    rule: z.enum(modelNames, "must be sonnet or opus").default("sonnet"),
    help: "Which of the two answers readers: sonnet or opus.",
  },
  DOCENT_MAX_OUTPUT_TOKENS: {
    rule: wholeNumber(256, 1_000_000).default(defaultLimits.maxOutputTokens),
    help: "Most tokens that a model may write in one reply.",
  },
  DOCENT_PRICES_FILE: {
    rule: z.string().optional(),
    help: "JSON file with prices of models, for the costs that are recorded. Unset: the list prices that Docent knows.",
  },
};

export type ModelEnvironment = Values<typeof modelSettings>;

type Given = Record<string, string | undefined>;

/** Everything but the table above: keys whose names only the operator knows, the prices, and what must go together. */
export function readModels(
  read: Partial<ModelEnvironment>,
  given: Given,
): { models: ModelSettings; faults: string[] } {
  const named = readKeys(given);
  const priced = readPriceFile(read.DOCENT_PRICES_FILE);
  const provider = decideProvider(read);
  return {
    models: {
      provider,
      anthropic: { url: read.ANTHROPIC_BASE_URL, key: read.ANTHROPIC_API_KEY },
      openai: { url: read.DOCENT_MODEL_URL, key: read.DOCENT_MODEL_KEY },
      ids: {
        ...(read.DOCENT_MODEL_SONNET !== undefined && { sonnet: read.DOCENT_MODEL_SONNET }),
        ...(read.DOCENT_MODEL_OPUS !== undefined && { opus: read.DOCENT_MODEL_OPUS }),
      },
      answers: read.DOCENT_ANSWER_MODEL ?? "sonnet",
      keys: named.keys,
      operatorUrls: { anthropic: read.ANTHROPIC_BASE_URL, openai: read.DOCENT_MODEL_URL },
      limits: {
        ...defaultLimits,
        maxOutputTokens: read.DOCENT_MAX_OUTPUT_TOKENS ?? defaultLimits.maxOutputTokens,
      },
      prices: priced.prices,
    },
    faults: [...togetherFaults(given, provider), ...named.faults, ...priced.faults],
  };
}

function decideProvider(read: Partial<ModelEnvironment>): ModelSettings["provider"] {
  const { DOCENT_MODEL_PROVIDER: asked = "auto" } = read;
  if (asked !== "auto") return asked;
  if (read.ANTHROPIC_API_KEY !== undefined) return "anthropic";
  return read.DOCENT_MODEL_URL === undefined ? "embedded" : "openai-compatible";
}

/** A value that breaks its own rule has its fault already. */
function togetherFaults(given: Given, provider: string): string[] {
  const lacks = (...names: string[]) => names.every((name) => !given[name]);
  if (provider === "anthropic" && lacks("ANTHROPIC_API_KEY"))
    return ["ANTHROPIC_API_KEY: must be set when DOCENT_MODEL_PROVIDER is anthropic"];
  if (provider !== "openai-compatible") return [];
  const url = "DOCENT_MODEL_URL: must be set when DOCENT_MODEL_PROVIDER is openai-compatible";
  const id = "DOCENT_MODEL_SONNET: must name a model of the OpenAI-compatible server";
  return [
    ...(lacks("DOCENT_MODEL_URL") ? [url] : []),
    ...(lacks("DOCENT_MODEL_SONNET", "DOCENT_MODEL_OPUS") ? [id] : []),
  ];
}

function readKeys(given: Given): { keys: Map<string, string>; faults: string[] } {
  const keys = new Map<string, string>();
  const faults: string[] = [];
  for (const [setting, value] of Object.entries(given)) {
    const name = /^DOCENT_MODEL_KEY_([A-Z][A-Z0-9_]{0,49})$/.exec(setting)?.[1];
    if (name === undefined || value === undefined || value === "") continue;
    if (!keyPattern.test(value)) faults.push(`${setting}: ${keyRule}`);
    keys.set(name, value);
  }
  return { keys, faults };
}

function readPriceFile(file: string | undefined): { prices: Prices; faults: string[] } {
  if (file === undefined) return { prices: knownPrices, faults: [] };
  const { prices, faults } = readPrices(file);
  return { prices, faults: faults.map((fault) => `DOCENT_PRICES_FILE: ${fault}`) };
}
