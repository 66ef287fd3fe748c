import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../test/make-tree.ts";
import { countTests, dearestFiles, runVitest } from "./run-vitest.ts";

const VITEST = join(
  dirname(createRequire(import.meta.url).resolve("vitest/package.json")),
  "vitest.mjs",
);

async function totalsOf(files: Record<string, string>, ...filters: string[]) {
  const { root } = await makeTree({ "package.json": `{"type":"module"}`, ...files });
  const args = ["--globals", ...filters];
  return runVitest({ root, vitest: VITEST, args, output: "ignore" });
}

test("passed, failed and skipped tests and files that do not load are counted", async () => {
  const totals = await totalsOf({
    "a.test.ts": `test("a", () => {}); test("b", () => { throw new Error("b"); }); test.skip("c", () => {});`,
    "b.test.ts": `test("d", () => {}); test.todo("e");`,
    "broken.test.ts": "throw new Error('does not load');",
  });
  expect(totals).toEqual({ passed: 2, failed: 2, skipped: 2 });
});

test("a filter chooses the files", async () => {
  const files = { "a.test.ts": `test("a", () => {});`, "b.test.ts": `test("b", () => {});` };
  expect(await totalsOf(files, "b.test")).toEqual({ passed: 1, failed: 0, skipped: 0 });
});

test("an unhandled error fails a run whose tests all pass", async () => {
  const totals = await totalsOf({
    "a.test.ts": `test("a", () => { setTimeout(() => { throw new Error("late"); }, 0); });
      test("b", () => new Promise((resolve) => setTimeout(resolve, 100)));`,
  });
  expect(totals).toEqual({ passed: 2, failed: 1, skipped: 0 });
});

test("a run that finds no test, or only skipped ones, fails", async () => {
  expect(await totalsOf({})).toEqual({ passed: 0, failed: 1, skipped: 0 });
  const skipped = await totalsOf({ "a.test.ts": `test.skip("a", () => {});` });
  expect(skipped).toEqual({ passed: 0, failed: 1, skipped: 1 });
});

test("a missing or damaged report is a failure", () => {
  expect(countTests(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(countTests({ numPassedTests: 5 }, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("the dearest files come first, by their path below the root", () => {
  const file = (name: string, endTime: number) => ({
    ...{ name: `/root/${name}`, startTime: 1_000, endTime },
    ...{ status: "passed", assertionResults: [] },
  });
  const counts = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  const report = { ...counts, testResults: [file("a.test.ts", 1_500), file("b.test.ts", 13_000)] };
  const costs = new Map([["/root/a.test.ts", 20]]);
  expect(dearestFiles(report, "/root", costs)).toMatch(
    / 20\.0 s +0\.5 s {2}a\.test\.ts\n +\? s +12\.0 s {2}b\.test\.ts$/,
  );
});
