import { expect, test } from "vitest";
import { editDistance } from "./edit-distance.ts";

test.each([
  ["", "", 0],
  ["keys", "keys", 0],
  ["keys", "key", 1],
  ["key", "keys", 1],
  ["keys", "kays", 1],
  ["keys", "kesy", 1],
  ["ab", "ba", 1],
  ["webhooks", "webhoks", 1],
  ["install", "insatl", 2],
  ["", "abc", 3],
])("from %j to %j it takes %d", (one, other, steps) => {
  expect(editDistance(one, other, 3)).toBe(steps);
  expect(editDistance(other, one, 3)).toBe(steps);
});

test("what takes more than the most is told as one more, whatever the length", () => {
  expect(editDistance("keys", "pages", 1)).toBe(2);
  expect(editDistance("a".repeat(100), "b".repeat(100), 2)).toBe(3);
  expect(editDistance("a", "a".repeat(100), 2)).toBe(3);
});

test("a lower limit changes nothing about what is within it", () => {
  const names = Array.from({ length: 243 }, (_, index) => index.toString(3).padStart(5, "0"));
  const wrong = names.slice(0, 81).flatMap((one) =>
    names.filter((name) => {
      const other = name.slice(Number(name) % 3);
      const steps = editDistance(one, other, 20);
      return [1, 2, 3].some((most) => editDistance(one, other, most) !== Math.min(steps, most + 1));
    }),
  );
  expect(wrong).toEqual([]);
});
