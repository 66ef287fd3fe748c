import { EmbeddingError } from "./embedding-error.ts";

const mostDimensions = 16_384;

/** What an embedder sent, as vectors of length 1. Nothing is mended: a vector that is wrong is worse than none. */
export function checkVectors(rows: unknown[][], count: number): Float32Array[] {
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
