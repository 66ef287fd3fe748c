import { z } from "zod";
import type { EmbeddingSettings } from "../models/vectors/providers/embedding-provider.ts";
import { address, key, type Values, wholeNumber } from "./setting-rules.ts";

const defaultUrls = { openai: "https://api.openai.com/v1", ollama: "http://127.0.0.1:11434" };
const prefix = z.string().max(500, "must have at most 500 characters").default("");

/** The settings of the embedder, as `settings.ts` lists them. */
export const embedderSettings = {
  DOCENT_EMBEDDER: {
    rule: z
      .enum(["bundled", "openai", "ollama"], "must be bundled, openai or ollama")
      .default("bundled"),
    help: "Where vectors come from: bundled, openai (any server with its embeddings API) or ollama.",
  },
  DOCENT_EMBEDDER_URL: {
    rule: address.optional(),
    help: `Address of the embedder. Unset: ${defaultUrls.openai} for openai, ${defaultUrls.ollama} for ollama.`,
  },
  DOCENT_EMBEDDER_MODEL: {
    rule: z
      .string()
      .regex(/^[\x21-\x7e]{1,200}$/, "must be a name without spaces, of at most 200 characters")
      .optional(),
    help: "Model of the embedder, by its name there; openai and ollama need one.",
  },
  DOCENT_EMBEDDER_KEY: { rule: key.optional(), help: "Key for the embedder." },
  DOCENT_EMBEDDER_LANGUAGES: {
    rule: z.enum(["any", "en"], "must be any or en").default("any"),
    help: "Languages that the embedder's model knows: any, or en for English only.",
  },
  DOCENT_EMBEDDER_DIMENSIONS: {
    rule: wholeNumber(1, 16_384).optional(),
    help: "Dimensions to ask the embedder for. Unset: as many as the model gives.",
  },
  DOCENT_EMBEDDER_QUERY_PREFIX: {
    rule: prefix,
    help: 'What the model wants before a question, such as "query: ".',
  },
  DOCENT_EMBEDDER_PASSAGE_PREFIX: {
    rule: prefix,
    help: 'What the model wants before a passage, such as "passage: ".',
  },
};

export type EmbedderSettings = Values<typeof embedderSettings>;

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
