import { createKernelMemory, loadKernel } from "./load-kernel.ts";

/** Rows of signed bytes and the sum of some of them by weight; all arrays are views on one memory. */
export type Bag = {
  /** All rows, one after another; zeros until they are written. */
  readonly rows: Int8Array;
  /** What to sum: row `ids[i]`, times `weights[i]`. Every id must be one of a row. */
  readonly ids: Uint32Array;
  readonly weights: Float32Array;
  /** The sum over the first `terms` of ids and weights. It is valid until the next call. */
  sum(terms: number): Float32Array;
  /** The product of row `id` with each of the first `terms` of ids; rows must have a multiple of 16 components. Valid until the next call. */
  products(id: number, terms: number): Int32Array;
};

const laneBytes = 16;

export function createBag(size: { rows: number; dimensions: number; mostTerms: number }): Bag {
  const { dimensions, mostTerms } = size;
  const weightsAt = align(mostTerms * 4);
  const productsAt = weightsAt + align(mostTerms * 4);
  const outAt = productsAt + align(mostTerms * 4);
  const rowsAt = outAt + align(dimensions) * 4;
  const rowBytes = size.rows * dimensions;
  const memory = createKernelMemory(rowsAt + rowBytes + laneBytes);
  const kernel = loadKernel("bag", memory);
  const multiply = loadKernel("products", memory);
  const { buffer } = memory;
  const out = new Float32Array(buffer, outAt, dimensions);
  return {
    rows: new Int8Array(buffer, rowsAt, rowBytes),
    ids: new Uint32Array(buffer, 0, mostTerms),
    weights: new Float32Array(buffer, weightsAt, mostTerms),
    sum(terms) {
      if (terms > mostTerms) throw new RangeError(`${terms} terms are more than ${mostTerms}`);
      kernel(0, weightsAt, terms, rowsAt, dimensions, outAt);
      return out;
    },
    products(id, terms) {
      if (terms > mostTerms) throw new RangeError(`${terms} terms are more than ${mostTerms}`);
      if (dimensions % laneBytes !== 0) throw new RangeError(`${dimensions} are no full lanes`);
      multiply(id, 0, terms, rowsAt, dimensions, productsAt);
      return new Int32Array(buffer, productsAt, terms);
    },
  };
}

function align(bytes: number): number {
  return Math.ceil(bytes / laneBytes) * laneBytes;
}
