import { expect, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { branchCommit, resolveCommit } from "../read/resolve-commit.ts";
import { hasConflictMarks, prepareMerge } from "./prepare-merge.ts";

async function parted() {
  const repository = await makeRepository({ "a.md": "a\n", "b.md": "b\n", "c.md": "c\n" });
  const { path } = repository;
  const fork = await branchCommit(path, "main");
  const headCommit = await repository.commit("x", { "a.md": "x\n", "b.md": null }, fork);
  const target = await repository.commit("main", { "a.md": "m\n", "b.md": "m\n", "c.md": "m\n" });
  return { repository, path, fork, merge: { head: "x", base: "main", headCommit, target } };
}

test("a base is merged as far as it goes, with conflicts marked and told, on no branch", async () => {
  const { repository, path, merge } = await parted();
  const { headCommit, target } = merge;
  const made = await prepareMerge(path, merge);
  expect(made).toMatchObject({ head: headCommit, target, marked: ["a.md"] });
  expect(made?.conflicts).toEqual([
    { path: "a.md", reason: '"main" and "x" changed the same part of this file.' },
    { path: "b.md", reason: '"x" deleted this file, and "main" changed it.' },
  ]);
  const commit = made?.commit ?? "";
  const text = await repository.git("show", `${commit}:a.md`);
  expect(hasConflictMarks(text)).toBe(true);
  expect(text).toMatch(/^<{7} .*\nm\n={7}\nx\n>{7} /);
  expect(await repository.git("show", `${commit}:c.md`)).toBe("m\n");
  expect((await repository.git("log", "-1", "--format=%P", commit)).trim()).toBe(
    `${headCommit} ${target}`,
  );
  expect(await branchCommit(path, "x")).toBe(headCommit);
});

test("a merge that was thrown away is made again as the same commit", async () => {
  const { repository, path, merge } = await parted();
  const made = await prepareMerge(path, merge);
  await repository.git("gc", "--quiet", "--prune=now");
  expect(await resolveCommit(path, made?.commit ?? "")).toBeUndefined();
  expect(await prepareMerge(path, merge)).toEqual(made);
});

test("a branch that has all of its base needs no merge", async () => {
  const { path, fork, merge } = await parted();
  expect(await prepareMerge(path, { ...merge, target: fork })).toBeUndefined();
});
