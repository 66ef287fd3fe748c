import { expect, test } from "vitest";
import { selectPages } from "./select-pages.ts";

const paths = (...names: string[]) => names.map((path) => ({ path, size: 1 }));

test("Markdown and MDX files are pages, whatever the case of their ending", () => {
  const { files } = selectPages(paths("b.MDX", "a.md", "c.txt", "d.md.bak", "md", "guide/e.Md"));
  expect(files.map(({ path }) => path)).toEqual(["a.md", "b.MDX", "guide/e.Md"]);
});

test("hidden and dependency folders are passed over in silence", () => {
  const { files, skipped } = selectPages(
    paths(".github/a.md", "x/node_modules/y/a.md", "x/.cache/a.md", ".hidden.md"),
  );
  expect(files.map(({ path }) => path)).toEqual([".hidden.md"]);
  expect(skipped).toEqual([]);
});

test("a page that cannot be taken is reported with its reason", () => {
  const { files, skipped } = selectPages([
    { path: "big.md", size: 2 * 1024 * 1024 + 1 },
    { path: "fits.md", size: 2 * 1024 * 1024 },
    { path: "bad\uFFFD.md", size: 1 },
    { path: "two\nlines.md", size: 1 },
    { path: `${"x/".repeat(500)}long.md`, size: 1 },
  ]);
  expect(files.map(({ path }) => path)).toEqual(["fits.md"]);
  expect(skipped.map(({ reason }) => reason).sort()).toEqual([
    "The file is larger than 2 MiB.",
    "The file name holds a control character.",
    "The file name is not valid UTF-8.",
    "The path is longer than 1,000 characters.",
  ]);
});

test("two spellings of one name give one page, and its own spelling is kept for reading", () => {
  const decomposed = "cafe\u0301.md";
  const { files, skipped, origins } = selectPages(paths(decomposed, "caf\u00e9.md"));
  expect(files.map(({ path }) => path)).toEqual(["caf\u00e9.md"]);
  expect(origins.get("caf\u00e9.md")).toBe(decomposed);
  expect(skipped).toHaveLength(1);
});
