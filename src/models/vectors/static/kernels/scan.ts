import { quantiseQuery, scaleBytes } from "../quantise.ts";
import { createKernelMemory, loadKernel } from "./load-kernel.ts";

/** The product of a query with quantised vectors, wherever these are. */
export type Scan = {
  /** What one row takes: a scale, the components and zeros up to a full lane. */
  readonly rowBytes: number;
  /** Writes the product of the query with each of the rows, which stand side by side. */
  products(query: Float32Array, rows: Uint8Array, into: Float32Array): void;
  /** The same for some of the rows, by their numbers. */
  productsOf(query: Float32Array, rows: Uint8Array, numbers: Uint32Array): Float32Array;
};

const laneBytes = 16;
/** So many rows are copied to where the kernel works at a time: they fit in a near cache. */
const blockRows = 512;

export function createScan(dimensions: number): Scan {
  const width = Math.max(laneBytes, Math.ceil(dimensions / laneBytes) * laneBytes);
  const rowBytes = scaleBytes + width;
  const outAt = width * 2;
  const rowsAt = outAt + blockRows * 4;
  const memory = createKernelMemory(rowsAt + blockRows * rowBytes);
  const scan = loadKernel("scan", memory);
  const block = Buffer.from(memory.buffer, rowsAt, blockRows * rowBytes);
  const results = new Float32Array(memory.buffer, outAt, blockRows);
  const setQuery = (query: Float32Array) =>
    quantiseQuery(query, new Int16Array(memory.buffer, 0, width));
  return {
    rowBytes,
    products(query, rows, into) {
      const scale = setQuery(query);
      const count = rows.length / rowBytes;
      const from = bytesOf(rows);
      for (let row = 0; row < count; row += blockRows) {
        const some = Math.min(blockRows, count - row);
        from.copy(block, 0, row * rowBytes, (row + some) * rowBytes);
        scan(rowsAt, some, 0, width, scale, outAt);
        into.set(results.subarray(0, some), row);
      }
    },
    productsOf(query, rows, numbers) {
      const scale = setQuery(query);
      const products = new Float32Array(numbers.length);
      const from = bytesOf(rows);
      for (let first = 0; first < numbers.length; first += blockRows) {
        const some = numbers.subarray(first, first + blockRows);
        for (let at = 0; at < some.length; at += 1) {
          const start = (some[at] ?? 0) * rowBytes;
          from.copy(block, at * rowBytes, start, start + rowBytes);
        }
        scan(rowsAt, some.length, 0, width, scale, outAt);
        products.set(results.subarray(0, some.length), first);
      }
      return products;
    },
  };
}

/** A buffer copies shared memory at once, a plain array word by word. */
function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
