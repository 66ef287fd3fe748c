/** What `bag.wat` computes, to be read and to test it against. */
export function plainBag(input: {
  rows: Int8Array;
  dimensions: number;
  ids: number[];
  weights: number[];
}): Float32Array {
  const { rows, dimensions, ids, weights } = input;
  const sum = new Float32Array(dimensions);
  for (const [term, id] of ids.entries()) {
    const row = rows.subarray(id * dimensions, (id + 1) * dimensions);
    for (const [at, value] of row.entries())
      sum[at] = (sum[at] ?? 0) + (weights[term] ?? 0) * value;
  }
  return sum;
}

/** What `scan.wat` computes, but for its rounding of the query: the product of the query with every row, times the row's scale. */
export function plainScan(
  rows: { scale: number; components: Int8Array }[],
  query: Float32Array,
): Float32Array {
  return Float32Array.from(rows, ({ scale, components }) =>
    components.reduce((sum, component, at) => sum + component * scale * (query[at] ?? 0), 0),
  );
}

/** What `products.wat` computes. */
export function plainProducts(input: {
  rows: Int8Array;
  dimensions: number;
  id: number;
  ids: number[];
}): number[] {
  const { rows, dimensions } = input;
  const row = (id: number) => rows.subarray(id * dimensions, (id + 1) * dimensions);
  const own = row(input.id);
  return input.ids.map((id) =>
    row(id).reduce((sum, component, at) => sum + component * (own[at] ?? 0), 0),
  );
}
