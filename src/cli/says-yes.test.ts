import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { saysYes } from "./says-yes.ts";

function saying(text: string | undefined): PassThrough {
  const input = new PassThrough();
  if (text !== undefined) input.write(text);
  input.end();
  return input;
}

test.each(["yes", "yes\n", "Y\r\n", " YES "])("%j is a yes", async (text) => {
  expect(await saysYes(saying(text))).toBe(true);
});

test.each(["", "no", "yes, but", "oyes", "y".repeat(100_000), undefined])(
  "%j is none",
  async (text) => {
    expect(await saysYes(saying(text))).toBe(false);
  },
);

test("an open input that says nothing is no yes, and is let go", async () => {
  const input = new PassThrough();
  expect(await saysYes(input)).toBe(false);
  expect(input.destroyed).toBe(true);
});
