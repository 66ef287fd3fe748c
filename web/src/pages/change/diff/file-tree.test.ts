import { expect, test } from "vitest";
import type { FileDiff } from "../../../../../src/contract/changes.ts";
import { fileTree, type TreeFolder, treeOrder } from "./file-tree.ts";

const file = (path: string): FileDiff => ({
  path,
  oldPath: path,
  status: "modified",
  binary: false,
  additions: 1,
  deletions: 0,
  hunks: [],
});

function draw({ name, folders, files }: TreeFolder): unknown[] {
  return [name, ...folders.map(draw), ...files.map(({ path }) => path)];
}

test("files stand below their folders, and lone folders become one", () => {
  const paths = ["README.md", "docs/a/b/one.md", "docs/a/b/two.md", "src/x.ts", "src/deep/y.ts"];
  expect(draw(fileTree(paths.map(file)))).toEqual([
    "",
    ["docs/a/b", "docs/a/b/one.md", "docs/a/b/two.md"],
    ["src", ["deep", "src/deep/y.ts"], "src/x.ts"],
    "README.md",
  ]);
});

test("no file is lost, whatever its path", () => {
  const paths = ["/a.md", "a//b.md", "a/b.md", "__proto__/c.md", ".d"];
  const order = treeOrder(fileTree(paths.map(file)));
  expect(order.map(({ path }) => path).sort()).toEqual([...paths].sort());
});
