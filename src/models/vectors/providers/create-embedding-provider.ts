import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import {
  EmbeddingError,
  type EmbeddingProvider,
  type EmbeddingSettings,
  type Pause,
} from "./embedding-provider.ts";
import { postJson } from "./post-json.ts";

/** How one kind of server is asked for vectors. */
type EmbeddingApi = {
  /** Below the address in the settings. */
  path: string;
  /** What is posted beside the model and the texts. */
  options: Record<string, unknown>;
  /** The vectors of a reply in the order of the texts, not looked at any further; undefined when it is no such reply. */
  rows(reply: unknown): unknown[][] | undefined;
};

const vector = z.array(z.unknown());
const openaiReply = z.object({
  data: z.array(z.object({ index: z.number().optional(), embedding: vector })),
});
const ollamaReply = z.object({ embeddings: z.array(vector) });

const apis: Record<EmbeddingSettings["kind"], EmbeddingApi> = {
  // The embeddings endpoint that OpenAI defined and most servers of models offer.
  openai: {
    path: "/embeddings",
    options: { encoding_format: "float" },
    rows: (reply) =>
      openaiReply
        .safeParse(reply)
        .data?.data.map(({ index, embedding }, place) => ({ place: index ?? place, embedding }))
        .sort((left, right) => left.place - right.place)
        .map(({ embedding }) => embedding),
  },
  // Ollama's own endpoint. It cuts texts that are longer than the model reads.
  ollama: {
    path: "/api/embed",
    options: { truncate: true },
    rows: (reply) => ollamaReply.safeParse(reply).data?.embeddings,
  },
};

// A model on a processor may take a second and more for one passage.
const passageLimits = { attempts: 4, timeoutMs: 120_000, quotesFaults: true };
// Readers' questions are in no log, and a reader waits.
const queryLimits = { attempts: 1, timeoutMs: 10_000, quotesFaults: false };
const mostDimensions = 16_384;
/** What a number of a vector, and everything around the vectors, takes in a reply. */
const bytesOfNumber = 32;
const frameBytes = 65_536;
/** What models read of a text at most, roughly: 8,192 tokens where they read much. */
export const mostCharacters = 8_000;

export function createProvider(
  settings: EmbeddingSettings,
  pause: Pause = (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
): EmbeddingProvider {
  const api = apis[settings.kind];
  const { model, dimensions } = settings;
  const options = { model, ...api.options, ...(dimensions !== undefined && { dimensions }) };
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
        body: { ...options, input: sent },
        ...(purpose === "query" ? queryLimits : passageLimits),
        mostReplyBytes: frameBytes + texts.length * mostDimensions * bytesOfNumber,
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

/** What an embedder sent, as vectors of length 1. Nothing is mended: a vector that is wrong is worse than none. */
function checkVectors(rows: unknown[][], count: number): Float32Array[] {
  if (rows.length !== count) throw wrong(`${rows.length} vectors for ${count} texts`);
  const dimensions = rows[0]?.length ?? 0;
  if (dimensions < 1 || dimensions > mostDimensions)
    throw wrong(`vectors of ${dimensions} dimensions`);
  return rows.map((row) => {
    if (row.length !== dimensions) throw wrong("vectors of different dimensions");
    return ofLengthOne(row);
  });
}

function ofLengthOne(row: unknown[]): Float32Array {
  let squares = 0;
  for (const value of row) {
    if (typeof value !== "number") throw wrong("a vector that is not made of numbers");
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) throw wrong("a vector without a direction");
  return Float32Array.from(row, (value) => Number(value) / length);
}

function wrong(what: string): EmbeddingError {
  return new EmbeddingError("texts", `The embedder sent ${what}.`);
}
