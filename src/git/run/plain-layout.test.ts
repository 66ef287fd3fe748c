import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { runGit } from "./git.ts";
import { plainLayout } from "./plain-layout.ts";
import { withScratchRepository } from "./scratch-repository.ts";

test("the folders of a plain repository are told, and that it has no work tree", async () => {
  const { path } = await makeRepository({ "a.md": "a" });
  const places = { objects: join(path, "objects"), shallow: join(path, "shallow") };
  expect(await plainLayout(path)).toEqual({ ...places, isBare: true });
  await mkdir(join(path, "worktrees"));
  expect(await plainLayout(path)).toEqual({ ...places, isBare: false });
});

test("a repository with a work tree is not bare, whatever its config says last", async () => {
  const { path } = await makeRepository({ "a.md": "a" }, { workTree: true });
  expect(await plainLayout(path)).toMatchObject({ isBare: false });
  await appendFile(join(path, "config"), "[core]\n\tbare = true\n");
  expect(await plainLayout(path)).toMatchObject({ isBare: false });
});

test.each(["[include]\n\tpath = x\n", "[extensions]\n\tworktreeConfig = true\n"])(
  "a config that says %j is left to git",
  async (lines) => {
    const { path } = await makeRepository({ "a.md": "a" });
    await appendFile(join(path, "config"), lines);
    expect(await plainLayout(path)).toBeUndefined();
  },
);

test("objects of another format, linked work trees and other folders are left to git", async () => {
  const { path, folder, git } = await makeRepository({ "a.md": "a" });
  await git("worktree", "add", "--quiet", "--detach", join(folder, "linked"), "main");
  expect(await plainLayout(join(path, "worktrees/linked"))).toBeUndefined();
  const other = join(folder, "other.git");
  await runGit(["init", "--quiet", "--bare", "--object-format=sha256", "--", other]);
  expect(await plainLayout(other)).toBeUndefined();
  const format = ["rev-parse", "--show-object-format"];
  const told = withScratchRepository(other, { keep: false }, (scratch) => runGit(format, scratch));
  expect((await told).stdout.toString()).toBe("sha256\n");
  expect(await plainLayout(folder)).toBeUndefined();
  expect(await plainLayout("docs.git")).toBeUndefined();
});
