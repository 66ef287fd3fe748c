import { expect, test } from "vitest";
import { cleanPath, requireNewPath } from "./repository-path.ts";

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

test.each(["docs/aux.md", "CON", "nul.tar.gz", "com1/a.md", "docs/LPT9.mdx"])(
  "a new file may not be %s, which Windows takes for a device",
  (path) => {
    expect(() => requireNewPath(path)).toThrow("keeps for a device");
  },
);

test.each(["docs/auxiliary.md", "console.md", "com10.md", "docs/a.con"])(
  "%s is a new file",
  (path) => {
    expect(() => requireNewPath(path)).not.toThrow();
  },
);
