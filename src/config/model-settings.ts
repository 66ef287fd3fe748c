import { z } from "zod";
import { modelId, modelNames, modelProviders } from "../contract/models.ts";
import { defaultLimits } from "../models/calls/limits.ts";
import { knownPrices, type Prices } from "../models/calls/prices.ts";
import { readPrices } from "../models/calls/read-prices.ts";
import { anthropicIds, type ModelSettings } from "../models/providers/model-place.ts";
import { webAddress } from "./web-address.ts";

const address = z
  .string()
  .refine(
    (text) => webAddress(text) !== undefined,
    "must be an http or https address without a user, query or fragment",
  )
  .transform((text) => webAddress(text) ?? text)
  .optional();
const keyPattern = /^[\w.~+/=:-]{1,4096}$/;
const keyRule = "must be letters, digits and any of . _ ~ + / = : -";
const key = z.string().regex(keyPattern, keyRule).optional();
const mostTokens = 1_000_000;

const rules = {
  DOCENT_MODEL_PROVIDER: z
    .enum(["auto", ...modelProviders], "must be auto, anthropic, openai-compatible or embedded")
    .default("auto"),
  ANTHROPIC_API_KEY: key,
  ANTHROPIC_BASE_URL: address,
  DOCENT_MODEL_URL: address,
  DOCENT_MODEL_KEY: key,
  DOCENT_MODEL_SONNET: modelId.optional(),
  DOCENT_MODEL_OPUS: modelId.optional(),
  DOCENT_ANSWER_MODEL: z.enum(modelNames, "must be sonnet or opus").default("sonnet"),
  DOCENT_MAX_OUTPUT_TOKENS: z
    .string()
    .refine(
      (text) => /^\d{1,7}$/.test(text) && Number(text) >= 256 && Number(text) <= mostTokens,
      `must be a whole number from 256 to ${mostTokens}`,
    )
    .transform(Number)
    .default(defaultLimits.maxOutputTokens),
  DOCENT_PRICES_FILE: z.string().optional(),
};

export type ModelEnvironment = { [Name in keyof typeof rules]: z.output<(typeof rules)[Name]> };

/** The settings of models, as `config.ts` lists them. */
export const modelSettings = {
  DOCENT_MODEL_PROVIDER: {
    rule: rules.DOCENT_MODEL_PROVIDER,
    help: "Whose models write answers and edits: auto, anthropic, openai-compatible or embedded. auto: what has a key or an address.",
  },
  ANTHROPIC_API_KEY: { rule: rules.ANTHROPIC_API_KEY, help: "Key for Anthropic's models." },
  ANTHROPIC_BASE_URL: {
    rule: rules.ANTHROPIC_BASE_URL,
    help: "Address of a gateway to Anthropic. Unset: https://api.anthropic.com.",
  },
  DOCENT_MODEL_URL: {
    rule: rules.DOCENT_MODEL_URL,
    help: "Address of an OpenAI-compatible server, such as https://api.openai.com/v1 or http://127.0.0.1:11434/v1.",
  },
  DOCENT_MODEL_KEY: {
    rule: rules.DOCENT_MODEL_KEY,
    help: "Key for that server, where it needs one; DOCENT_MODEL_KEY_NAME for projects with --model-key NAME.",
  },
  DOCENT_MODEL_SONNET: {
    rule: rules.DOCENT_MODEL_SONNET,
    help: `Model that is called sonnet, by its id at the provider. Unset: ${anthropicIds.sonnet} at Anthropic.`,
  },
  DOCENT_MODEL_OPUS: {
    rule: rules.DOCENT_MODEL_OPUS,
    help: `Model that is called opus, by its id at the provider. Unset: ${anthropicIds.opus} at Anthropic.`,
  },
  DOCENT_ANSWER_MODEL: {
    rule: rules.DOCENT_ANSWER_MODEL,
    help: "Which of the two answers readers: sonnet or opus.",
  },
  DOCENT_MAX_OUTPUT_TOKENS: {
    rule: rules.DOCENT_MAX_OUTPUT_TOKENS,
    help: "Most tokens that a model may write in one reply.",
  },
  DOCENT_PRICES_FILE: {
    rule: rules.DOCENT_PRICES_FILE,
    help: "JSON file with prices of models, for the costs that are recorded. Unset: the list prices that Docent knows.",
  },
};

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
