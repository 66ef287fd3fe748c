import { expect, test } from "vitest";
import { filesAt, lastPart, plainAddress } from "./address.ts";

test("a name means itself first, then itself with an ending, then the index of a folder", () => {
  expect(filesAt("/guides//keys/").slice(0, 3)).toEqual([
    "guides/keys",
    "guides/keys.mdx",
    "guides/keys.md",
  ]);
  expect(filesAt("guides")).toContain("guides/README.md");
  expect(filesAt("keys.md").slice(0, 2)).toEqual(["keys.md", "keys"]);
  expect(filesAt("keys.md")).toContain("keys.mdx");
});

test("no name means the index of the whole docs", () => {
  for (const name of ["", "/", "//"]) expect(filesAt(name)).toContain("index.mdx");
});

test("no file has a path of any length", () => {
  expect(filesAt("a/".repeat(5_000))).toEqual([]);
});

test.each([
  "guides/keys",
  "/guides/keys/",
  "guides//keys.html",
  "guides/keys/README.md",
  "guides/keys.markdown",
])("%j is the address guides/keys", (written) => {
  expect(plainAddress(written)).toBe("guides/keys");
  expect(lastPart(written)).toBe("keys");
});
