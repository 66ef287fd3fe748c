import { describe, expect, test } from "vitest";
import { plainBag, plainProducts } from "../../../../../test/plain-kernels.ts";
import { createBag } from "./bag.ts";

function filledBag(rows: number, dimensions: number) {
  const bag = createBag({ rows, dimensions, mostTerms: 40 });
  for (let at = 0; at < bag.rows.length; at += 1) bag.rows[at] = ((at * 37) % 256) - 128;
  return bag;
}

describe.each([1, 15, 16, 17, 33, 256, 300])("with %i dimensions", (dimensions) => {
  const rows = 50;
  const bag = filledBag(rows, dimensions);

  test.each([0, 1, 2, 7, 40])("the kernel's sum of %i rows is the plain one", (terms) => {
    const ids = Array.from({ length: terms }, (_, term) => (rows - 1 + term * 13) % rows);
    const weights = ids.map((id) => Math.fround((id - 20) / 7));
    bag.ids.set(ids);
    bag.weights.set(weights);
    const plain = plainBag({ rows: bag.rows, dimensions, ids, weights });
    const sum = bag.sum(terms);
    expect(sum).toHaveLength(dimensions);
    for (const [at, value] of sum.entries()) expect(value).toBeCloseTo(plain[at] ?? Number.NaN, 2);
  });
});

test("a sum leaves the rows as they were", () => {
  const bag = filledBag(3, 5);
  const before = [...bag.rows];
  bag.ids.set([0, 1, 2]);
  bag.weights.set([1, 2, 3]);
  bag.sum(3);
  expect([...bag.rows]).toEqual(before);
});

test("two bags in one process do not share their rows", () => {
  const left = filledBag(2, 4);
  const right = createBag({ rows: 2, dimensions: 4, mostTerms: 1 });
  left.weights[0] = 1;
  right.weights[0] = 1;
  expect([...right.sum(1)]).toEqual([0, 0, 0, 0]);
  expect([...left.sum(1)]).toEqual([-128, -91, -54, -17]);
});

test("more terms than there is room for are refused", () => {
  expect(() => filledBag(2, 4).sum(41)).toThrow("41 terms are more than 40");
});

test.each([16, 32, 256])(
  "products of rows of %i components are those of plain code",
  (dimensions) => {
    const bag = createBag({ rows: 40, dimensions, mostTerms: 50 });
    for (let at = 0; at < bag.rows.length; at += 1) bag.rows[at] = ((at * 7_919) % 255) - 127;
    const ids = [0, 39, 3, 3, 17];
    bag.ids.set(ids);
    for (const id of [0, 5, 39]) {
      const expected = plainProducts({ rows: bag.rows, dimensions, id, ids });
      expect(Array.from(bag.products(id, ids.length))).toEqual(expected);
    }
    expect(bag.products(0, 0)).toHaveLength(0);
  },
);

test("products beyond what there is room for, or of broken lanes, are refused", () => {
  const bag = createBag({ rows: 4, dimensions: 16, mostTerms: 2 });
  expect(() => bag.products(0, 3)).toThrow(RangeError);
  expect(() => createBag({ rows: 4, dimensions: 10, mostTerms: 2 }).products(0, 1)).toThrow(
    "lanes",
  );
});
