import { execFileSync } from "node:child_process";
import { rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { headInFiles, tipInFiles } from "./ref-files.ts";
import { branchCommit, defaultTip, resolveCommit } from "./resolve-commit.ts";

test("a branch is found in its file, in the packed list, and in its file where both have it", async () => {
  const { path, commit, git } = await makeRepository({ "a.md": "a" });
  const first = await commit("docs/one", { "b.md": "b" }, "refs/heads/main^0");
  expect(await tipInFiles(path, "docs/one")).toBe(first);
  await git("pack-refs", "--all");
  expect(await tipInFiles(path, "docs/one")).toBe(first);
  expect(await tipInFiles(path, "one")).toBeUndefined();
  const second = await commit("docs/one", { "b.md": "c" });
  expect(await tipInFiles(path, "docs/one")).toBe(second);
  expect(await headInFiles(path)).toBe("main");
});

test("what only git can tell is left to git", async () => {
  const { path, folder, git } = await makeRepository({ "a.md": "a" });
  const main = await branchCommit(path, "main");
  await git("symbolic-ref", "refs/heads/other", "refs/heads/main");
  expect(await tipInFiles(path, "other")).toBeUndefined();
  expect(await branchCommit(path, "other")).toBe(main);
  const linked = join(folder, "linked");
  await git("worktree", "add", "--quiet", "--detach", linked, "main");
  const directory = join(path, "worktrees/linked");
  expect(await tipInFiles(directory, "main")).toBeUndefined();
  expect(await branchCommit(directory, "main")).toBe(main);
});

test("a hostile repository leads to no other file, and holds nobody up", async () => {
  const { path, folder } = await makeRepository({ "a.md": "a" });
  const id = "1".repeat(40);
  await writeFile(join(folder, "secret"), `${id}\n`);
  await symlink(join(folder, "secret"), join(path, "refs/heads/link"));
  execFileSync("mkfifo", [join(path, "refs/heads/pipe")]);
  await writeFile(join(path, "refs/heads/empty"), "");
  for (const branch of ["link", "pipe", "empty", "../../../secret", "-", ""])
    expect(await tipInFiles(path, branch), branch).toBeUndefined();
  await rm(join(path, "HEAD"));
  execFileSync("mkfifo", [join(path, "HEAD")]);
  expect(await headInFiles(path)).toBeUndefined();
});

test("where HEAD names no branch that is there, another one is the default", async () => {
  const { path, git } = await makeRepository({ "a.md": "a" });
  const commit = await branchCommit(path, "main");
  await git("symbolic-ref", "HEAD", "refs/heads/never-made");
  expect(await defaultTip(path)).toEqual({ branch: "main", commit });
  expect(await resolveCommit(path, "refs/heads/never-made")).toBeUndefined();
});
