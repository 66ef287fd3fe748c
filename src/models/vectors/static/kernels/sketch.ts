import { scaleBytes } from "../quantise.ts";
import { createKernelMemory, loadKernel } from "./load-kernel.ts";

/** Estimates of a query's products with quantised vectors, by the signs of their components. */
export type Sketches = {
  /** Hands over those that matter, sixteen of vectors side by side at a time: at least all that are not below `least`. */
  estimate(query: Float32Array, sketches: Uint8Array, taker: Taker): void;
};

export type Taker = {
  /** Asked again and again: it may rise. */
  least(): number;
  /** The estimates are valid until the next ones. Behind the last vector there may be some that mean nothing. */
  take(first: number, estimates: Int16Array): void;
};

/** The sketches of so many vectors stand side by side. */
const sideBySide = 16;
const tableBytes = 16;
const largestComponent = 7;
const largestSum = 32_767;
const blocksAtOnce = 256;

/** What the sketches of so many vectors take. */
export function sketchBytes(width: number, count: number): number {
  return Math.ceil(count / sideBySide) * sideBySide * (width / 8);
}

/** Writes the signs of quantised vectors, `width` components each, a multiple of sixteen. */
export function writeSketches(rows: Uint8Array, width: number, sketches: Uint8Array): void {
  const rowBytes = scaleBytes + width;
  const bytes = width / 8;
  for (let row = 0; (row + 1) * rowBytes <= rows.length; row += 1) {
    const block = (row - (row % sideBySide)) * bytes + (row % sideBySide);
    let at = row * rowBytes + scaleBytes;
    for (let byte = 0; byte < bytes; byte += 1) {
      let signs = 0;
      for (let bit = 0; bit < 8; bit += 1) signs |= ((rows[at + bit] ?? 0) >> 7) << bit;
      sketches[block + byte * sideBySide] = signs;
      at += 8;
    }
  }
}

export function createSketches(dimensions: number): Sketches {
  const width = Math.max(sideBySide, Math.ceil(dimensions / sideBySide) * sideBySide);
  const copies = new WeakMap<Uint8Array, Estimate>();
  return {
    estimate(query, sketches, taker) {
      const estimate = copies.get(sketches) ?? copySketches(width / 8, sketches);
      copies.set(sketches, estimate);
      estimate(query, taker);
    },
  };
}

type Estimate = (query: Float32Array, taker: Taker) => void;

/** A kernel reaches its own memory alone. A copy for each question would take as long as the estimates. */
function copySketches(bytes: number, sketches: Uint8Array): Estimate {
  const blockBytes = bytes * sideBySide;
  const tablesBytes = bytes * 2 * tableBytes;
  const outAt = tablesBytes;
  const keptAt = outAt + blocksAtOnce * sideBySide * 2;
  const sketchesAt = keptAt + blocksAtOnce * 2;
  const memory = createKernelMemory(sketchesAt + sketches.length);
  const kernel = loadKernel("sketch", memory);
  const tables = new Int8Array(memory.buffer, 0, tablesBytes);
  const kept = new Uint16Array(memory.buffer, keptAt, blocksAtOnce);
  const outputs = Array.from(
    { length: blocksAtOnce },
    (_, block) => new Int16Array(memory.buffer, outAt + block * sideBySide * 2, sideBySide),
  );
  new Uint8Array(memory.buffer, sketchesAt).set(sketches);
  const blocks = sketches.length / blockBytes;
  return (query, { least, take }) => {
    writeTables(query, tables);
    for (let first = 0; first < blocks; first += blocksAtOnce) {
      const some = Math.min(blocksAtOnce, blocks - first);
      const from = sketchesAt + first * blockBytes;
      const count = kernel(from, some, 0, bytes, outAt, least(), keptAt);
      for (const block of kept.subarray(0, count))
        take((first + block) * sideBySide, outputs[block] ?? nothing);
    }
  };
}

const nothing = new Int16Array();

/** What four signs in a row are worth, for each way they may be; a set bit is a negative component. */
function writeTables(query: Float32Array, tables: Int8Array): void {
  let [largest, sum] = [0, 0];
  for (const component of query) {
    largest = Math.max(largest, Math.abs(component));
    sum += Math.abs(component);
  }
  const isUsable = largest > 0 && Number.isFinite(sum);
  const factor = isUsable ? Math.min(largestComponent / largest, largestSum / 2 / sum) : 0;
  for (let at = 0; at < tables.length; at += 1) {
    const four = (at >> 4) * 4;
    let worth = 0;
    for (let bit = 0; bit < 4; bit += 1) {
      const component = isUsable ? Math.round((query[four + bit] ?? 0) * factor) : 0;
      worth += (at >> bit) & 1 ? -component : component;
    }
    tables[at] = worth;
  }
}
