import { expect, test } from "vitest";
import { withoutMarkers } from "./without-markers.ts";

test.each([
  ["Kept on disk [3].", "Kept on disk."],
  ["Kept on disk [1, 2].", "Kept on disk."],
  ["Kept on disk [^4].", "Kept on disk."],
  ["[12] first", " first"],
  ["use items[0] here", "use items\\[0\\] here"],
  ["use `items[0]` here", "use `items[0]` here"],
  ["a [ ] box and [x]", "a [ ] box and [x]"],
  ["an \\[3\\] escape", "an escape"],
  ["no ` closing [3]", "no ` closing"],
])("%s becomes %s", (text, expected) => {
  expect(withoutMarkers(text)).toBe(expected);
});

test("nested brackets leave no bare number behind", () => {
  expect(withoutMarkers("[[[2]2]2] [1[1]]")).not.toMatch(/\[\s*\d+\s*\]/);
});
