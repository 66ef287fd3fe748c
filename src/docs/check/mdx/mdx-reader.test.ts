import { expect, onTestFinished, test } from "vitest";
import { createMdxReader } from "./mdx-reader.ts";

const dialect = { comments: false, headingIds: true };

test("a page that would take hours costs its time limit, and the next one is read all the same", async () => {
  const reader = createMdxReader({ pageMs: 1_000, hurriedMs: 1_000 });
  onTestFinished(() => reader.close());
  const problem = await reader.read(`{\`${"}".repeat(500_000)}`, dialect);
  expect(problem?.message).toMatch(/takes too long/);
  expect(await reader.read("# Fine\n", dialect)).toBeUndefined();
});

test("pages are read one after another on the same thread", async () => {
  const reader = createMdxReader();
  onTestFinished(() => reader.close());
  expect(await reader.read("# A\n", dialect)).toBeUndefined();
  expect(await reader.read("<A>\n", dialect)).toEqual({
    line: 1,
    message: "<A> is not closed; write </A> or <A />",
  });
  expect(await reader.read("{1}\n", dialect)).toBeUndefined();
});

test("the process goes on while a page is being read", async () => {
  const reader = createMdxReader({ pageMs: 2_000, hurriedMs: 2_000 });
  onTestFinished(() => reader.close());
  let turns = 0;
  const counter = setInterval(() => {
    turns += 1;
  }, 1);
  await reader.read(`{\`${"}".repeat(500_000)}`, dialect);
  clearInterval(counter);
  expect(turns).toBeGreaterThan(10);
});
