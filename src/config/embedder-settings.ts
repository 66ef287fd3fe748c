import { z } from "zod";
import type { EmbeddingSettings } from "../models/vectors/providers/embedding-provider.ts";
import { webAddress } from "./web-address.ts";

const defaultUrls = { openai: "https://api.openai.com/v1", ollama: "http://127.0.0.1:11434" };
const mostDimensions = 16_384;

const rules = {
  DOCENT_EMBEDDER: z
    .enum(["bundled", "openai", "ollama"], "must be bundled, openai or ollama")
    .default("bundled"),
  DOCENT_EMBEDDER_URL: z
    .string()
    .refine(
      (text) => webAddress(text) !== undefined,
      "must be an http or https address without a user, query or fragment",
    )
    .transform((text) => webAddress(text) ?? text)
    .optional(),
  DOCENT_EMBEDDER_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, "must be a name without spaces, of at most 200 characters")
    .optional(),
  // The characters of a bearer token: none of them changes when a server repeats it in an error.
  DOCENT_EMBEDDER_KEY: z
    .string()
    .regex(/^[\w.~+/=:-]{1,4096}$/, "must be letters, digits and any of . _ ~ + / = : -")
    .optional(),
  DOCENT_EMBEDDER_LANGUAGES: z.enum(["any", "en"], "must be any or en").default("any"),
  DOCENT_EMBEDDER_DIMENSIONS: z
    .string()
    .refine(
      (text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= mostDimensions,
      `must be a whole number from 1 to ${mostDimensions}`,
    )
    .transform(Number)
    .optional(),
  DOCENT_EMBEDDER_QUERY_PREFIX: z.string().max(500, "must have at most 500 characters").default(""),
  DOCENT_EMBEDDER_PASSAGE_PREFIX: z
    .string()
    .max(500, "must have at most 500 characters")
    .default(""),
};

export type EmbedderSettings = { [Name in keyof typeof rules]: z.output<(typeof rules)[Name]> };

/** The settings of the embedder, as `config.ts` lists them. */
export const embedderSettings = {
  DOCENT_EMBEDDER: {
    rule: rules.DOCENT_EMBEDDER,
    help: "Where vectors come from: bundled, openai (any server with its embeddings API) or ollama.",
  },
  DOCENT_EMBEDDER_URL: {
    rule: rules.DOCENT_EMBEDDER_URL,
    help: `Address of the embedder. Unset: ${defaultUrls.openai} for openai, ${defaultUrls.ollama} for ollama.`,
  },
  DOCENT_EMBEDDER_MODEL: {
    rule: rules.DOCENT_EMBEDDER_MODEL,
    help: "Model of the embedder, by its name there; openai and ollama need one.",
  },
  DOCENT_EMBEDDER_KEY: {
    rule: rules.DOCENT_EMBEDDER_KEY,
    help: "Key for the embedder.",
  },
  DOCENT_EMBEDDER_LANGUAGES: {
    rule: rules.DOCENT_EMBEDDER_LANGUAGES,
    help: "Languages that the embedder's model knows: any, or en for English only.",
  },
  DOCENT_EMBEDDER_DIMENSIONS: {
    rule: rules.DOCENT_EMBEDDER_DIMENSIONS,
    help: "Dimensions to ask the embedder for. Unset: as many as the model gives.",
  },
  DOCENT_EMBEDDER_QUERY_PREFIX: {
    rule: rules.DOCENT_EMBEDDER_QUERY_PREFIX,
    help: 'What the model wants before a question, such as "query: ".',
  },
  DOCENT_EMBEDDER_PASSAGE_PREFIX: {
    rule: rules.DOCENT_EMBEDDER_PASSAGE_PREFIX,
    help: 'What the model wants before a passage, such as "passage: ".',
  },
};

/** What is wrong with settings that are each right by themselves. */
export function embedderFaults(read: Partial<EmbedderSettings>): string[] {
  const { DOCENT_EMBEDDER: kind, DOCENT_EMBEDDER_MODEL: model } = read;
  if (kind === undefined || kind === "bundled" || model !== undefined) return [];
  return [`DOCENT_EMBEDDER_MODEL: must be set when DOCENT_EMBEDDER is ${kind}`];
}

/** Undefined when the bundled embedder is alone. */
export function toEmbedding(read: EmbedderSettings): EmbeddingSettings | undefined {
  const { DOCENT_EMBEDDER: kind, DOCENT_EMBEDDER_MODEL: model } = read;
  if (kind === "bundled" || model === undefined) return undefined;
  return {
    kind,
    url: read.DOCENT_EMBEDDER_URL ?? defaultUrls[kind],
    model,
    key: read.DOCENT_EMBEDDER_KEY,
    languages: read.DOCENT_EMBEDDER_LANGUAGES,
    dimensions: read.DOCENT_EMBEDDER_DIMENSIONS,
    queryPrefix: read.DOCENT_EMBEDDER_QUERY_PREFIX,
    passagePrefix: read.DOCENT_EMBEDDER_PASSAGE_PREFIX,
  };
}
