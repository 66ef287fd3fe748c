import { execFile } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeTree } from "../make-tree.ts";
import { root } from "../server-process.ts";

const run = promisify(execFile);

/** The last code before nodes had tables of their own (0049). */
const commit = "24cd124f92d4bbb20b4a800d382ea4b4a36d76cc";

/** Whether the history of this checkout reaches back to it: that of a shallow clone does not. */
export async function hasOlderCode(): Promise<boolean> {
  return run("git", ["-C", root, "cat-file", "-e", commit]).then(
    () => true,
    () => false,
  );
}

/** The launcher of that code, which runs from its sources with the packages of this checkout. */
export async function olderProgram(): Promise<string> {
  const { root: folder } = await makeTree({});
  const parts = ["bin", "src", "package.json", "docs"];
  const archive = join(folder, "older.tar");
  await run("git", ["-C", root, "archive", "--output", archive, commit, ...parts]);
  await run("tar", ["-xf", archive, "-C", folder]);
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  return join(folder, "bin/docent.js");
}
