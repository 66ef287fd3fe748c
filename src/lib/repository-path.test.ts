import { expect, test } from "vitest";
import { cleanPath } from "./repository-path.ts";

test("a path is brought to one spelling", () => {
  expect(["", ".", "docs", "./docs/", "docs//guide/./a.md"].map(cleanPath)).toEqual([
    ...["", "", "docs", "docs", "docs/guide/a.md"],
  ]);
});

test("a path that leads elsewhere is refused", () => {
  for (const path of [
    "/etc",
    "..",
    "docs/../..",
    ".git/config",
    "a/.GIT/hooks",
    "a\nb",
    "a\0b",
    "\ud800",
  ]) {
    expect(() => cleanPath(path), path).toThrow("stay inside the repository");
  }
});
