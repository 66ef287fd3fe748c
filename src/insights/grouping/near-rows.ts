import { type Bag, createBag } from "../../models/vectors/static/kernels/bag.ts";

/**
 * Vectors by the number of their row, as an inverted file: every row is listed at the pivot that it is nearest to, and
 * only the lists of the nearest pivots are compared. The pivots are picked anew whenever the rows have doubled.
 */
export type NearRows = {
  dimensions: number;
  capacity: number;
  /** Row 0 holds the vector that is looked for, the next ones the pivots. */
  bag: Bag;
  pivots: number;
  /** With more rows than this, pivots are picked anew. */
  pickAbove: number;
  cellOf: Map<number, number>;
  cells: Set<number>[];
};

// Components of vectors of length 1 are hardly ever larger than this: 127 steps up to it lose nothing that counts.
const largest = 0.4;
const step = largest / 127;
const mostPivots = 512;
const rowsPerPivot = 64;
/** Up to so many rows all are compared. */
const comparedAtOnce = 4_096;
const probedCells = 24;
const mostTerms = 65_536;
const firstRow = 1 + mostPivots;

export function createNearRows(dimensions: number): NearRows {
  const capacity = 1_024;
  return {
    ...{ dimensions, capacity, pivots: 0, pickAbove: comparedAtOnce },
    bag: newBag(capacity, dimensions),
    cellOf: new Map(),
    cells: [new Set()],
  };
}

export function putRow(rows: NearRows, row: number, vector: Float32Array): void {
  grow(rows, row);
  write(rows, firstRow + row, vector);
  list(rows, row);
  if (rows.cellOf.size > rows.pickAbove) pickPivots(rows);
}

export function dropRow({ cells, cellOf }: NearRows, row: number): void {
  cells[cellOf.get(row) ?? 0]?.delete(row);
  cellOf.delete(row);
}

export type NearRow = { row: number; product: number };

/** Rows whose product with the vector is at least this, the highest first. Where there are thousands a few may be missed. */
export function nearRows(rows: NearRows, vector: Float32Array, least: number): NearRow[] {
  write(rows, 0, vector);
  const found: NearRow[] = [];
  for (const cell of nearestCells(rows, 0, probedCells))
    compareCell(rows, rows.cells[cell] ?? none, { least, found });
  return found.sort((one, other) => other.product - one.product || one.row - other.row);
}

const none: ReadonlySet<number> = new Set();

function compareCell(
  { bag }: NearRows,
  cell: ReadonlySet<number>,
  { least, found }: { least: number; found: NearRow[] },
): void {
  const leastValue = least / (step * step);
  const { ids } = bag;
  let terms = 0;
  const compare = () => {
    const values = bag.products(0, terms);
    for (let at = 0; at < terms; at += 1) {
      const value = values[at] ?? 0;
      if (value < leastValue) continue;
      found.push({ row: (ids[at] ?? 0) - firstRow, product: value * step * step });
    }
    terms = 0;
  };
  for (const row of cell) {
    ids[terms] = firstRow + row;
    terms += 1;
    if (terms === mostTerms) compare();
  }
  compare();
}

function newBag(rows: number, dimensions: number): Bag {
  return createBag({ rows: firstRow + rows, dimensions, mostTerms });
}

function grow(rows: NearRows, row: number): void {
  if (row < rows.capacity) return;
  while (rows.capacity <= row) rows.capacity *= 2;
  const before = rows.bag.rows;
  rows.bag = newBag(rows.capacity, rows.dimensions);
  rows.bag.rows.set(before);
}

function write({ bag, dimensions }: NearRows, place: number, vector: Float32Array): void {
  const from = place * dimensions;
  for (let at = 0; at < dimensions; at += 1)
    bag.rows[from + at] = Math.max(-127, Math.min(127, Math.round((vector[at] ?? 0) / step)));
}

function list(rows: NearRows, row: number): void {
  const [cell = 0] = nearestCells(rows, firstRow + row, 1);
  const before = rows.cellOf.get(row);
  if (before === cell) return;
  if (before !== undefined) rows.cells[before]?.delete(row);
  rows.cells[cell]?.add(row);
  rows.cellOf.set(row, cell);
}

function nearestCells({ bag, pivots }: NearRows, from: number, most: number): number[] {
  if (pivots === 0) return [0];
  for (let pivot = 0; pivot < pivots; pivot += 1) bag.ids[pivot] = pivot + 1;
  const values = bag.products(from, pivots);
  if (most === 1) return [highest(values)];
  const order = Array.from(values.keys()).sort(
    (one, other) => (values[other] ?? 0) - (values[one] ?? 0),
  );
  return order.slice(0, most);
}

function highest(values: Int32Array): number {
  let best = 0;
  for (let at = 1; at < values.length; at += 1)
    if ((values[at] ?? 0) > (values[best] ?? 0)) best = at;
  return best;
}

/** Evenly from the rows in their order, which is that of time: so they are the same after a restart. */
function pickPivots(rows: NearRows): void {
  const all = [...rows.cellOf.keys()].sort((one, other) => one - other);
  const { bag, dimensions } = rows;
  rows.pivots = Math.min(mostPivots, Math.floor(all.length / rowsPerPivot));
  for (let pivot = 0; pivot < rows.pivots; pivot += 1) {
    const place = firstRow + (all[Math.floor((pivot * all.length) / rows.pivots)] ?? 0);
    const vector = bag.rows.slice(place * dimensions, (place + 1) * dimensions);
    bag.rows.set(vector, (pivot + 1) * dimensions);
  }
  rows.pickAbove = all.length * 2;
  rows.cells = Array.from({ length: rows.pivots }, () => new Set());
  rows.cellOf.clear();
  for (const row of all) list(rows, row);
}
