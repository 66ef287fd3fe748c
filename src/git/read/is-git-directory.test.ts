import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdir, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { makeTree } from "../../../test/make-tree.ts";
import { gitDirectoryOf, isGitDirectory, isInWorkTree } from "./is-git-directory.ts";

test("a bare repository and the .git of a work tree are git directories, the work tree is not", async () => {
  const bare = await makeRepository({ "a.md": "# A\n" });
  expect(await isGitDirectory(bare.path)).toBe(true);
  const { folder, path } = await makeRepository({ "a.md": "# A\n" }, { workTree: true });
  expect(await isGitDirectory(path)).toBe(true);
  expect(await isGitDirectory(join(folder, "tree"))).toBe(false);
});

test("a folder that only has some of the names is none, whatever stands under them", async () => {
  const files = { "objects/a.md": "# A\n", "refs/b.md": "# B\n" };
  const { root } = await makeTree({ ...files, HEAD: "Read this first.\n" });
  expect(await isGitDirectory(root)).toBe(false);
  await rm(join(root, "HEAD"));
  expect(await isGitDirectory(root)).toBe(false);
  await symlink("/dev/zero", join(root, "HEAD"));
  expect(await isGitDirectory(root)).toBe(false);
  expect(await isGitDirectory(join(root, "objects"))).toBe(false);
});

test("a folder lies in a work tree when something above it is one, by whatever name it is reached", async () => {
  const { folder, path } = await makeRepository({ "docs/a.md": "# A\n" }, { workTree: true });
  const tree = join(folder, "tree");
  const docs = join(tree, "docs");
  await mkdir(docs, { recursive: true });
  const { root } = await makeTree({ "b.md": "# B\n" });
  await symlink(docs, join(root, "link"));
  expect(await isInWorkTree(docs)).toBe(true);
  expect(await isInWorkTree(join(root, "link"))).toBe(true);
  expect(await isInWorkTree(path)).toBe(false);
  const started = countStarts();
  expect(await isInWorkTree(root)).toBe(false);
  expect(await isInWorkTree(join(root, "missing"))).toBe(false);
  expect(await isGitDirectory(root)).toBe(false);
  expect(started()).toBe(0);
});

test("the repository of a work tree is found from each folder in it, and through a file that names it", async () => {
  const { folder, path } = await makeRepository({ "docs/a.md": "# A\n" }, { workTree: true });
  const tree = join(folder, "tree");
  const docs = join(tree, "docs");
  await mkdir(docs, { recursive: true });
  const started = countStarts();
  expect(await gitDirectoryOf(tree)).toBe(await realpath(path));
  expect(await gitDirectoryOf(docs)).toBe(await realpath(path));
  expect(started()).toBe(0);
  const moved = join(folder, "elsewhere");
  await rename(path, moved);
  await writeFile(join(tree, ".git"), `gitdir: ${moved}\n`);
  expect(await gitDirectoryOf(docs)).toBe(await realpath(moved));
  expect(await isInWorkTree(docs)).toBe(true);
});

function countStarts(): () => number {
  let count = 0;
  const note = () => {
    count += 1;
  };
  subscribe("child_process", note);
  onTestFinished(() => void unsubscribe("child_process", note));
  return () => count;
}
