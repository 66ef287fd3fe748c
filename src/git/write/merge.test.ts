import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeRepository, type TestRepository } from "../../../test/make-repository.ts";
import { branchCommit } from "../read/resolve-commit.ts";
import { runGit } from "../run/git.ts";
import { type Merge, mergeBranches, mergeConflicts } from "./merge.ts";

async function merge(repository: TestRepository, more: Partial<Merge> = {}) {
  return mergeBranches(repository.path, {
    base: "main",
    head: "x",
    headCommit: await branchCommit(repository.path, "x"),
    message: "Merge x\n",
    author: { name: "Docent", email: "docent@localhost" },
    date: new Date("2030-01-01T12:00:00.000Z"),
    ...more,
  });
}

const lines = (...changed: string[]) => ["1", "2", "3", "4", "5", "6", ...changed].join("\n");

test("branches that touch different places are merged", async () => {
  const repository = await makeRepository({ "a.md": lines(), "b.md": "b\n" });
  const fork = await branchCommit(repository.path, "main");
  const head = await repository.commit("x", { "a.md": lines("7"), "new.md": "n\n" }, fork);
  const base = await repository.commit("main", { "a.md": `0\n${lines()}`, "b.md": null });
  expect(await mergeConflicts(repository.path, "main", "x")).toEqual([]);
  const merged = await merge(repository);
  expect(merged).toEqual({ commit: await branchCommit(repository.path, "main") });
  expect(await repository.git("log", "-1", "--format=%P|%an|%ct|%B", "main")).toBe(
    `${base} ${head}|Docent|1893499200|Merge x\n\n`,
  );
  expect(await repository.git("show", "main:a.md")).toBe(`0\n${lines("7")}`);
  expect(await repository.git("ls-tree", "--name-only", "main")).toBe("a.md\nnew.md\n");
  expect(await branchCommit(repository.path, "x")).toBe(head);
  await repository.git("fsck", "--strict", "--no-dangling");
});

test("a fast-forward still gets a merge commit, and a second merge nothing", async () => {
  const repository = await makeRepository({ "a.md": "a\n" });
  const fork = await branchCommit(repository.path, "main");
  await repository.commit("x", { "a.md": "b\n" }, fork);
  const merged = await merge(repository);
  expect(await repository.git("rev-list", "--merges", "--count", "main")).toBe("1\n");
  expect(await merge(repository)).toEqual(merged);
});

test("merging a branch many times at once merges it once", async () => {
  const repository = await makeRepository({ "a.md": "a\n" });
  await repository.commit("x", { "a.md": "b\n" }, await branchCommit(repository.path, "main"));
  const dates = [1, 2, 3, 4].map((day) => new Date(Date.UTC(2030, 1, day)));
  const all = await Promise.all(dates.map((date) => merge(repository, { date })));
  expect(new Set(all.map((merged) => JSON.stringify(merged))).size).toBe(1);
  expect(await repository.git("rev-list", "--merges", "--count", "main")).toBe("1\n");
});

test("every kind of conflict is explained, and nothing is merged", async () => {
  const repository = await makeRepository({ "both.md": "a\n", "gone.md": "g\n", "kept.md": "k\n" });
  const fork = await branchCommit(repository.path, "main");
  const head = { "both.md": "x\n", "gone.md": null, "kept.md": "kx\n", "new.md": "x\n" };
  await repository.commit("x", head, fork);
  const base = { "both.md": "m\n", "gone.md": "gm\n", "kept.md": null, "new.md": "m\n" };
  const tip = await repository.commit("main", base);
  const conflicts = [
    { path: "both.md", reason: '"main" and "x" changed the same part of this file.' },
    { path: "gone.md", reason: '"x" deleted this file, and "main" changed it.' },
    { path: "kept.md", reason: '"main" deleted this file, and "x" changed it.' },
    { path: "new.md", reason: '"main" and "x" both added this file, with different content.' },
  ];
  const objects = await repository.git("count-objects", "-v");
  expect(await mergeConflicts(repository.path, "main", "x")).toEqual(conflicts);
  expect(await repository.git("count-objects", "-v")).toBe(objects);
  expect(await merge(repository)).toEqual({ conflicts });
  expect(await branchCommit(repository.path, "main")).toBe(tip);
});

test("a branch that moved after its review is not merged", async () => {
  const repository = await makeRepository({ "a.md": "a\n" });
  const main = await branchCommit(repository.path, "main");
  const headCommit = await repository.commit("x", { "a.md": "b\n" }, main);
  await repository.commit("x", { "a.md": "surprise\n" });
  await expect(merge(repository, { headCommit })).rejects.toMatchObject({ code: "conflict" });
  expect(await branchCommit(repository.path, "main")).toBe(main);
});

test("branches without a common history are refused with a sentence", async () => {
  const repository = await makeRepository({ "a.md": "a\n" });
  await repository.commit("x", { "b.md": "b\n" });
  await expect(merge(repository)).rejects.toThrow("no history in common");
  await expect(mergeConflicts(repository.path, "main", "x")).rejects.toThrow("no history");
});

test("a base that is checked out is refused with the command to run there", async () => {
  const repository = await makeRepository({ "a.md": "a\n" }, { workTree: true });
  const main = await branchCommit(repository.path, "main");
  await repository.commit("x", { "a.md": "b\n" }, main);
  await expect(merge(repository)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/checked out in \/.*tree.*: git merge --no-ff x$/),
  });
  await repository.git("branch", "a;rm", "x");
  await expect(merge(repository, { head: "a;rm" })).rejects.toThrow("git merge --no-ff 'a;rm'");
  await runGit(["checkout", "--quiet", "--detach"], { cwd: join(repository.folder, "tree") });
  expect(await merge(repository)).toHaveProperty("commit");
});

test("a branch that is missing is named", async () => {
  const repository = await makeRepository({ "a.md": "a\n" });
  await repository.commit("x", { "b.md": "b\n" }, await branchCommit(repository.path, "main"));
  await expect(merge(repository, { base: "gone" })).rejects.toThrow('no branch named "gone"');
  await expect(merge(repository, { base: "--all" })).rejects.toMatchObject({
    code: "invalid_request",
  });
});

test("an older git is refused with a sentence", async () => {
  const repository = await makeRepository({ "a.md": "a\n" });
  await repository.commit("x", { "b.md": "b\n" }, await branchCommit(repository.path, "main"));
  const bin = await mkdtemp(join(repository.folder, "bin-"));
  const real = (await runGit(["--exec-path"])).stdout.toString().trim();
  await writeFile(
    join(bin, "git"),
    `#!/bin/sh\n[ "$1" = version ] && echo "git version 2.37.9 (Old)" && exit\n[ "$1" = merge-tree ] && echo "usage: git merge-tree <base-tree> <branch1> <branch2>" >&2 && exit 129\nexec ${real}/git "$@"\n`,
  );
  await chmod(join(bin, "git"), 0o755);
  const path = process.env.PATH;
  process.env.PATH = `${bin}:${path}`;
  try {
    await expect(merge(repository)).rejects.toThrow("this machine has 2.37.9.");
  } finally {
    process.env.PATH = path;
  }
});
