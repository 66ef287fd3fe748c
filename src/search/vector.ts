import { readQuantised } from "../models/embedder/quantise.ts";

/** The passages' vectors side by side, one signed byte per component, each row with its own scale. */
export type VectorIndex = { dimensions: number; rows: Int8Array; scales: Float32Array };

export function buildVectorIndex(stored: Uint8Array[], dimensions: number): VectorIndex {
  const rows = new Int8Array(stored.length * dimensions);
  const scales = new Float32Array(stored.length);
  for (const [position, bytes] of stored.entries()) {
    const { scale, components } = readQuantised(bytes);
    if (components.length !== dimensions) continue;
    rows.set(components, position * dimensions);
    scales[position] = scale;
  }
  return { dimensions, rows, scales };
}

/** The cosine of the query with every passage, in the order of the index. */
export function searchVector(index: VectorIndex, query: Float32Array): Float32Array {
  const { dimensions, rows, scales } = index;
  const similarities = new Float32Array(scales.length);
  for (let position = 0; position < scales.length; position += 1) {
    const row = position * dimensions;
    let sum = 0;
    for (let at = 0; at < dimensions; at += 1) sum += (query[at] ?? 0) * (rows[row + at] ?? 0);
    similarities[position] = sum * (scales[position] ?? 0);
  }
  return similarities;
}
