import { expect, test } from "vitest";
import { processorMs } from "../../../../test/processor-ms.ts";
import type { StaticValue } from "../../values/static-value.ts";
import type { SiteProblem } from "../site.ts";
import { readRewrites } from "./rewrites.ts";

function rewriter(rules: Record<string, string>) {
  const problems: SiteProblem[] = [];
  const text = (value: string): StaticValue => ({
    kind: "text",
    value,
    path: "config.ts",
    line: 1,
  });
  const record = new Map(Object.entries(rules).map(([from, to]) => [from, text(to)]));
  return { rewrite: readRewrites(record, problems), problems };
}

test("exact paths, names and what is left of a path are put in their new place", () => {
  const { rewrite, problems } = rewriter({
    "old/name.md": "new/name.md",
    "packages/:name/src/:rest*": ":name/:rest*",
    "one/:page.md": "single/:page.md",
    "two/:first-:second.md": ":second/:first.md",
    "all/(.*)": "every/(.*)",
    "(three)/:page(.*)": "third/:page",
  });
  expect(
    [
      "old/name.md",
      "packages/core/src/deep/page.md",
      "one/d.md",
      "one/deep/d.md",
      "two/left-right.md",
      "all/of/it.md",
      "three/e.md",
      "other.md",
    ].map(rewrite),
  ).toEqual([
    "new/name.md",
    "core/deep/page.md",
    "single/d.md",
    "one/deep/d.md",
    "right/left.md",
    "every/of/it.md",
    "third/e.md",
    "other.md",
  ]);
  expect(problems).toEqual([]);
});

test("the first rule that fits decides", () => {
  const { rewrite } = rewriter({ "a/:x": "first/:x", "a/:x*": "second/:x*" });
  expect(["a/b.md", "a/b/c.md"].map(rewrite)).toEqual(["first/b.md", "second/b/c.md"]);
});

test("a pattern with another expression is told once and leaves paths as they are", () => {
  const { rewrite, problems } = rewriter({ "a/:x([a-z]+)": "b/:x", ":x(\\d+)/y": "c/:x" });
  expect(rewrite("a/page.md")).toBe("a/page.md");
  expect(problems).toHaveLength(1);
});

test("hostile patterns and paths take no time", () => {
  const { rewrite } = rewriter({
    [`${":a-".repeat(60)}:b*`]: "x/:b*",
    [`:a${"-".repeat(200)}:b`]: "y/:b",
    "((((((": "z",
  });
  const path = `${"-".repeat(900)}.md`;
  const spentMs = processorMs();
  for (let round = 0; round < 1_000; round += 1) rewrite(path);
  expect(spentMs()).toBeLessThan(2_000);
});
