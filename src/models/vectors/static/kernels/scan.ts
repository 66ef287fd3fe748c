import { quantiseQuery, scaleBytes } from "../quantise.ts";
import { createKernelMemory, loadKernel, mostBytes, pageBytes } from "./load-kernel.ts";

/** Quantised vectors side by side, in memory that grows, and the product of a query with all of them. */
export type Scan = {
  /** What one row takes: a scale, the components and zeros up to a full lane. */
  readonly rowBytes: number;
  /** The memory that it holds. */
  readonly bytes: number;
  /** Makes room for so many rows; new ones are zeros. Throws where they need more than 4 GiB. */
  reserve(rows: number): void;
  /** The bytes of the rows from one position up to another, which must be reserved. Valid until the next `reserve`. */
  rows(from: number, to: number): Uint8Array;
  /** The product of the query with each of the first rows. */
  products(query: Float32Array, rows: number): Float32Array;
};

const laneBytes = 16;
// The kernel scores so many rows at a time, into one fixed place, so that the rows behind it grow without moving.
const blockRows = 4_096;
const growth = 0.25;

export function createScan(dimensions: number, expectedRows: number): Scan {
  const width = Math.max(laneBytes, Math.ceil(dimensions / laneBytes) * laneBytes);
  const rowBytes = scaleBytes + width;
  const outAt = width * 2;
  const rowsAt = outAt + blockRows * 4;
  const memory = createKernelMemory(bytesUpTo(expectedRows));
  const scan = loadKernel("scan", memory);

  function bytesUpTo(rows: number): number {
    const bytes = rowsAt + rows * rowBytes;
    if (bytes <= mostBytes) return bytes;
    throw new RangeError(`${rows} vectors of ${dimensions} dimensions need more than 4 GiB`);
  }

  return {
    rowBytes,
    get bytes() {
      return memory.buffer.byteLength;
    },
    reserve(rows) {
      const held = memory.buffer.byteLength;
      const needed = bytesUpTo(rows);
      if (needed <= held) return;
      const wanted = Math.min(mostBytes, Math.max(needed, held * (1 + growth)));
      memory.grow(Math.ceil((wanted - held) / pageBytes));
    },
    rows: (from, to) =>
      new Uint8Array(memory.buffer, rowsAt + from * rowBytes, (to - from) * rowBytes),
    products(query, rows) {
      const products = new Float32Array(rows);
      const scale = quantiseQuery(query, new Int16Array(memory.buffer, 0, width));
      for (let row = 0; row < rows; row += blockRows) {
        const block = new Float32Array(memory.buffer, outAt, Math.min(blockRows, rows - row));
        scan(rowsAt + row * rowBytes, block.length, 0, width, scale, outAt);
        products.set(block, row);
      }
      return products;
    },
  };
}
