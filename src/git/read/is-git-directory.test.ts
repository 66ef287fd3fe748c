import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { makeTree } from "../../../test/make-tree.ts";
import { isGitDirectory } from "./is-git-directory.ts";

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
