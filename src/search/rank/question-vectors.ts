import type { EmbeddingProvider } from "../../models/vectors/providers/embedding-provider.ts";
import type { Embedder } from "../../models/vectors/static/embedder.ts";
import type { SearchQuery } from "../hit.ts";

/** The question's direction by a configured embedder; undefined when it gives none in time. Never throws. */
export type QuestionVectors = (query: SearchQuery) => Promise<Float32Array | undefined>;

type Deps = {
  provider: EmbeddingProvider;
  /** Told whenever the bundled vectors have to stand in. */
  onFailure(reason: string): void;
  /** In milliseconds. */
  now?: () => number;
  limitMs?: number;
};

const defaultLimitMs = 1_500;
const keptTexts = 256;
const failuresBeforeRest = 3;
const restMs = 30_000;
const longestHint = 2_000;
const mostHints = 8;

/** A reader waits: one try, a short limit, and an embedder that fails again and again is left alone for a while. */
export function createQuestionVectors(deps: Deps): QuestionVectors {
  const { provider, onFailure, now = Date.now, limitMs = defaultLimitMs } = deps;
  const kept = new Map<string, Float32Array>();
  let failures = 0;
  let restUntil = 0;

  async function ask(texts: string[]): Promise<void> {
    // Whoever asks while this try is under way is spared the wait.
    if (failures >= failuresBeforeRest) restUntil = now() + restMs;
    const limit = AbortSignal.timeout(limitMs);
    try {
      const vectors = await provider.embed(texts, "query", limit);
      failures = 0;
      restUntil = 0;
      for (const [place, text] of texts.entries()) keep(text, vectors[place]);
    } catch (error) {
      failures += 1;
      if (failures >= failuresBeforeRest) restUntil = now() + restMs;
      onFailure(limit.aborted ? `no vector within ${limitMs} ms` : reasonOf(error));
    }
  }

  function keep(text: string, vector: Float32Array | undefined): void {
    if (vector === undefined) return;
    kept.delete(text);
    kept.set(text, vector);
    const oldest = kept.size > keptTexts ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
  }

  return async (query) => {
    const parts = partsOf(query);
    if (parts.length === 0) return undefined;
    const unknown = [...new Set(parts.map(({ text }) => text))].filter((text) => !kept.has(text));
    if (unknown.length > 0) {
      if (now() < restUntil) return undefined;
      await ask(unknown);
    }
    const vectors = parts.map(({ text }) => kept.get(text));
    for (const [place, { text }] of parts.entries()) keep(text, vectors[place]);
    return sumOf(parts, vectors);
  };
}

/** The question's direction by the bundled embedder, pulled towards what steers it by the hints' weights. */
export function queryVector(embedder: Embedder, query: SearchQuery): Float32Array {
  const vector = embedder.embedQuery(query.text);
  for (const { text, weight } of hintsOf(query)) pull(vector, embedder.embedQuery(text), weight);
  return vector;
}

/** The question and what steers it, each embedded by itself so that it is found again. */
function partsOf(query: SearchQuery): { text: string; weight: number }[] {
  if (query.text.trim() === "") return [];
  const hints = hintsOf(query).filter(({ text, weight }) => weight > 0 && text.trim() !== "");
  return [{ text: query.text, weight: 1 }, ...hints];
}

function hintsOf({ hints }: SearchQuery): SearchQuery["hints"] {
  return hints
    .slice(0, mostHints)
    .map(({ text, weight }) => ({ text: text.slice(0, longestHint), weight }));
}

function sumOf(
  parts: { weight: number }[],
  vectors: (Float32Array | undefined)[],
): Float32Array | undefined {
  const sum = vectors[0]?.slice();
  if (!sum) return undefined;
  for (const [place, { weight }] of parts.slice(1).entries()) {
    const vector = vectors[place + 1];
    if (vector?.length !== sum.length) return undefined;
    pull(sum, vector, weight);
  }
  return sum;
}

function pull(vector: Float32Array, towards: Float32Array, weight: number): void {
  for (let at = 0; at < vector.length; at += 1)
    vector[at] = (vector[at] ?? 0) + weight * (towards[at] ?? 0);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : "unknown";
}
