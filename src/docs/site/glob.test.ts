import { expect, test } from "vitest";
import { globMatcher, ignoreMatcher } from "./glob.ts";

test("stars, question marks and braces match as in a shell", () => {
  const matches = globMatcher(["**/_*.{md,mdx}", "drafts/**", "a/?.md", "./b/*/c.md"]);
  const yes = ["_x.md", "a/b/_x.mdx", "drafts/a/b.md", "a/x.md", "b/q/c.md"];
  const no = ["x.md", "a/_x.html", "drafts.md", "a/xy.md", "b/c.md", "b/q/r/c.md"];
  expect(yes.filter((path) => !matches(path))).toEqual([]);
  expect(no.filter(matches)).toEqual([]);
});

test("ignore files anchor names with a slash, take folders whole and take back with an exclamation mark", () => {
  const ignores = ignoreMatcher(
    "# note\n*.tmp.md\nprivate/\n/top.md\nold/**/x.md\n!private/ok.md\n",
  );
  const yes = ["a/b.tmp.md", "private/a.md", "q/private/deep/a.md", "top.md", "old/a/b/x.md"];
  const no = ["private/ok.md", "private.md", "a/top.md", "# note"];
  expect(yes.filter((path) => !ignores(path))).toEqual([]);
  expect(no.filter(ignores)).toEqual([]);
});

test("patterns made to take long give up", () => {
  const matches = globMatcher(Array.from({ length: 400 }, () => `${"**/*a".repeat(60)}b`));
  expect(matches(`${"a/".repeat(400)}a.md`)).toBe(false);
});
