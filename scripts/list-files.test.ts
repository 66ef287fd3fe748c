import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { makeTree } from "../test/make-tree.ts";
import { listFiles } from "./list-files.ts";

const tree = {
  "src/main.ts": "",
  ".ci/run": "",
  "node_modules/left/index.js": "",
  "debug.log": "",
};

test("without git, generated folders are left out and dot folders are kept", async () => {
  const { root } = await makeTree(tree);
  expect(listFiles(root)).toEqual([".ci/run", "debug.log", "src/main.ts"]);
});

test("with git, ignored files are left out and new files are listed", async () => {
  const { root } = await makeTree({ ...tree, ".gitignore": "node_modules/\n*.log\n" });
  expect(spawnSync("git", ["init", "--quiet", root]).status).toBe(0);
  expect(listFiles(root)).toEqual([".ci/run", ".gitignore", "src/main.ts"]);
});
