import { expect, test } from "vitest";
import { createCodeTracker } from "./code-tracker.ts";

const inside = (text: string) => {
  const tracker = createCodeTracker();
  for (const piece of text.match(/[\s\S]{1,3}/g) ?? []) tracker.add(piece);
  return tracker.isInside();
};

test.each([
  ["", false],
  ["plain text ", false],
  ["a `span", true],
  ["a `span` and ", false],
  ["a ``span with ` inside", true],
  ["a ``span with ` inside`` ", false],
  ["an unclosed ` ends with its line\n", false],
  ["```js\nitems", true],
  ["```js\nitems\n```\n", false],
  ["```js\nitems\n```", false],
  ["````md\n```\ninner\n```\n", true],
  ["````md\n```\n````\nafter ", false],
  ["~~~\n```\n", true],
  ["10. Step:\n\n    ```sh\n    run ", true],
  ["- ```sh\n  run\n  ```\n", false],
  ["```inline``` is no fence ", false],
  ["```js", true],
])("%j leaves us inside code: %s", (text, expected) => {
  expect(inside(text)).toBe(expected);
});

test("a line that closes a fence is told apart until it ends", () => {
  const tracker = createCodeTracker();
  tracker.add("```\ncode\n```");
  expect(tracker.isOnClosingLine()).toBe(true);
  tracker.add("\n");
  expect(tracker.isOnClosingLine()).toBe(false);
});

test("a megabyte on one line takes no more than its length", () => {
  const tracker = createCodeTracker();
  const start = performance.now();
  for (let count = 0; count < 10_000; count++) {
    tracker.add("x`[1] ".repeat(17));
    tracker.isInside();
  }
  expect(performance.now() - start).toBeLessThan(3_000);
});
