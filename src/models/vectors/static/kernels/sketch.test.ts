import { expect, test } from "vitest";
import { quantise, scaleBytes } from "../quantise.ts";
import { createSketches, sketchBytes, writeSketches } from "./sketch.ts";

function wave(length: number, seed: number): Float32Array {
  return Float32Array.from({ length }, (_, at) => Math.sin(seed * 7.3 + at * (1 + seed / 11)));
}

/** By the signs one after the other. */
function plainEstimate(query: Float32Array, row: Uint8Array): number {
  const largest = Math.max(...query.map(Math.abs));
  return query.reduce((sum, component, at) => {
    const worth = Math.round((component * 7) / largest);
    return sum + ((row[scaleBytes + at] ?? 0) > 127 ? -worth : worth);
  }, 0);
}

test.each([16, 100, 256])(
  "the kernel's estimates of %i dimensions are the plain ones",
  (dimensions) => {
    const width = Math.ceil(dimensions / 16) * 16;
    const stored = Array.from({ length: 10_001 }, (_, row) =>
      quantise(wave(dimensions, row % 501)),
    );
    const rows = new Uint8Array(stored.length * (scaleBytes + width));
    for (const [row, bytes] of stored.entries()) rows.set(bytes, row * (scaleBytes + width));
    const sketches = new Uint8Array(sketchBytes(width, stored.length));
    writeSketches(rows, width, sketches);
    const query = wave(dimensions, 4);
    const found: number[] = [];
    const { estimate } = createSketches(dimensions);
    estimate(query, sketches, {
      least: () => -32_768,
      take(first, estimates) {
        expect(first).toBe(found.length);
        found.push(...estimates);
      },
    });
    const plain = stored.map((row) => plainEstimate(query, row));
    expect(found.slice(0, stored.length)).toEqual(plain);
    const least = plain.toSorted((left, right) => right - left)[40] ?? 0;
    const kept = new Map<number, number>();
    estimate(query, sketches, {
      least: () => least,
      take: (first, some) => some.forEach((one, at) => void kept.set(first + at, one)),
    });
    for (const [row, one] of plain.entries()) if (one >= least) expect(kept.get(row)).toBe(one);
    for (const [row, one] of kept) if (row < plain.length) expect(one).toBe(plain[row]);
    expect(kept.size).toBeLessThan(stored.length / 2);
  },
);
