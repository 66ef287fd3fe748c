import { expect, test } from "vitest";
import { pageFiles } from "./page-files.ts";

test("a name means itself first, then itself with an ending, then the index of a folder", () => {
  expect(pageFiles("/guides//keys/").slice(0, 3)).toEqual([
    "guides/keys",
    "guides/keys.md",
    "guides/keys.mdx",
  ]);
  expect(pageFiles("guides")).toContain("guides/README.md");
  expect(pageFiles("keys.md").slice(0, 2)).toEqual(["keys.md", "keys"]);
  expect(pageFiles("keys.md")).toContain("keys.mdx");
});

test("no name means the index of the whole docs", () => {
  for (const name of ["", "/", "//"]) expect(pageFiles(name)).toContain("index.mdx");
});

test("no file has a path of any length", () => {
  expect(pageFiles("a/".repeat(5_000))).toEqual([]);
});
