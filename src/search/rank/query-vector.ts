import type { Embedder } from "../../models/vectors/static/embedder.ts";
import type { SearchQuery } from "../hit.ts";

const longestHint = 2_000;
const mostHints = 8;

/** The question's direction, pulled towards what steers it by the hints' weights. */
export function queryVector(embedder: Embedder, query: SearchQuery): Float32Array {
  const vector = embedder.embedQuery(query.text);
  for (const hint of query.hints.slice(0, mostHints)) {
    const pull = embedder.embedQuery(hint.text.slice(0, longestHint));
    for (const [at, value] of pull.entries()) vector[at] = (vector[at] ?? 0) + hint.weight * value;
  }
  return vector;
}
