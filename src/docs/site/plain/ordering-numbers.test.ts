import { expect, test } from "vitest";
import { findSite } from "../find-site.ts";

function addresses(paths: string[], docsFolder = "") {
  const site = findSite({ paths, siteFiles: new Map(), docsFolder });
  return paths.map((path) => site.place(path, {}).address);
}

test("numbers that only order files and folders are no part of addresses", () => {
  const paths = [
    "content/docs/03-core/05-making-text.mdx",
    "content/docs/03-core/10-tools.mdx",
    "content/docs/03-core/index.mdx",
    "content/docs/07-reference/05-errors/call-error.mdx",
    "content/docs/07-reference/05-errors/retry-error.mdx",
    "content/providers/index.mdx",
    "README.md",
  ];
  expect(addresses(paths)).toEqual([
    "docs/core/making-text",
    "docs/core/tools",
    "docs/core",
    "docs/reference/errors/call-error",
    "docs/reference/errors/retry-error",
    "providers",
    "",
  ]);
  const inside = paths.map((path) => path.replace(/^content\//, ""));
  expect(addresses(inside).slice(0, 3)).toEqual([
    "docs/core/making-text",
    "docs/core/tools",
    "docs/core",
  ]);
});

test("numbers that are part of names stay", () => {
  const few = ["a/01-first.md", "a/02-second.md", "b.md"];
  expect(addresses(few)).toEqual(["a/01-first", "a/02-second", "b"]);
  const records = ["adr/0001-use-git.md", "adr/0002-use-sql.md", "adr/0003-use-node.md"];
  expect(addresses(records)).toEqual(records.map((path) => path.replace(".md", "")));
  const years = ["news/2021-11-notes.md", "news/2022-01-notes.md", "news/7.0-upgrade.md"];
  expect(addresses(years)).toEqual(years.map((path) => path.replace(".md", "")));
  const mixed = ["x/01-a.md", "x/b.md", "x/c.md", "x/d.md", "x/02-e.md", "x/03-f.md", "x/g.md"];
  expect(addresses(mixed)).toEqual(mixed.map((path) => path.replace(".md", "")));
});

test("pages that would have one address keep their numbers", () => {
  const paths = ["y/01-a.md", "y/02-a.md", "y/03-b.md"];
  expect(addresses(paths)).toEqual(["y/01-a", "y/02-a", "y/03-b"]);
});

test("the docs folder is the top", () => {
  const paths = [
    "manual/1.start/1.install.md",
    "manual/1.start/2.run.md",
    "manual/2.more/1.keys.md",
  ];
  expect(addresses(paths, "manual")).toEqual(["start/install", "start/run", "more/keys"]);
});
