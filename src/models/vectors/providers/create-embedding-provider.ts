import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { checkVectors } from "./check-vectors.ts";
import type { EmbeddingApi } from "./embedding-api.ts";
import { EmbeddingError } from "./embedding-error.ts";
import type { EmbeddingProvider, EmbeddingSettings, Pause } from "./embedding-provider.ts";
import { ollama } from "./ollama-embeddings.ts";
import { openaiCompatible } from "./openai-embeddings.ts";
import { postJson } from "./post-json.ts";

const apis: Record<EmbeddingSettings["kind"], EmbeddingApi> = { openai: openaiCompatible, ollama };

// A model on a processor may take a second and more for one passage.
const passageLimits = { attempts: 4, timeoutMs: 120_000, quotesFaults: true };
// Readers' questions are in no log, and a reader waits.
const queryLimits = { attempts: 1, timeoutMs: 10_000, quotesFaults: false };
/** What models read of a text at most, roughly: 8,192 tokens where they read much. */
export const mostCharacters = 8_000;

export function createProvider(
  settings: EmbeddingSettings,
  pause: Pause = (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
): EmbeddingProvider {
  const api = apis[settings.kind];
  return {
    id: idOf(settings),
    languages: settings.languages,
    async embed(texts, purpose, signal) {
      if (texts.length === 0) return [];
      const prefix = purpose === "query" ? settings.queryPrefix : settings.passagePrefix;
      const sent = texts.map((text) => prefix + text.slice(0, mostCharacters).toWellFormed());
      const reply = await postJson({
        url: settings.url + api.path,
        key: settings.key,
        body: api.body(settings, sent),
        ...(purpose === "query" ? queryLimits : passageLimits),
        signal,
        pause,
      });
      const rows = api.rows(reply);
      if (!rows) throw new EmbeddingError("texts", "The embedder sent a reply without vectors.");
      return checkVectors(rows, texts.length);
    },
  };
}

/** The address is no part of it: a model gives the same vectors wherever it runs. */
function idOf({ kind, model, dimensions, passagePrefix }: EmbeddingSettings): string {
  const prefix =
    passagePrefix && `#${createHash("sha256").update(passagePrefix).digest("hex").slice(0, 8)}`;
  return `${kind}:${model}${dimensions === undefined ? "" : `:${dimensions}`}${prefix}`;
}
