import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeRepository, type TestRepository } from "../../../test/make-repository.ts";
import { branchCommit, resolveCommit } from "../read/resolve-commit.ts";
import { runGit } from "../run/git.ts";
import { commitOverlay, type OverlayCommit } from "./commit-overlay.ts";
import { openOverlay } from "./overlay.ts";

const edit = [{ path: "a.md", content: "new\n", mode: "100644" as const }];

async function commit(repository: TestRepository, more: Partial<OverlayCommit> = {}) {
  return commitOverlay(repository.path, {
    base: more.base ?? (await branchCommit(repository.path, "main")),
    branch: "docs/x",
    changes: edit,
    message: "Edit a page\n",
    author: { name: "Docent", email: "docent@localhost" },
    date: new Date("2030-01-01T12:00:00.500Z"),
    ...more,
  });
}

test("every kind of change becomes one commit on a new branch", async () => {
  const repository = await makeRepository({
    "a.md": "a\n",
    "b.md": "b\n",
    "run.sh": { mode: "100755", content: "r\n" },
    "p.png": Buffer.from([0, 255]),
    "x/y.md": "y\n",
    link: { mode: "120000", content: "/etc" },
    theme: { mode: "160000", id: "1234567890".repeat(4) },
    'odd "\\.md': "o\n",
  });
  const base = await branchCommit(repository.path, "main");
  const overlay = await openOverlay(repository.path, base, []);
  overlay.write("a.md", "A\r\nno end");
  overlay.write("docs/é.md", "new\n");
  overlay.write('odd "\\.md', "O\n");
  overlay.remove("b.md");
  await overlay.move("run.sh", "bin/run.sh");
  await overlay.move("p.png", "q.png");
  await overlay.move("x/y.md", "z.md");
  overlay.write("x", "a file now\n");
  const made = await commit(repository, { changes: overlay.changes() });
  expect(made.created).toBe(true);
  expect(await branchCommit(repository.path, "docs/x")).toBe(made.commit);
  expect(await repository.git("log", "--format=%P|%an|%ae|%ct|%B", "-1", "docs/x")).toBe(
    `${base}|Docent|docent@localhost|1893499200|Edit a page\n\n`,
  );
  const again = await openOverlay(repository.path, made.commit, []);
  expect(again.list()).toEqual(overlay.list());
  for (const { path } of overlay.changes().filter((one) => one.content !== null && !one.encoding)) {
    expect(await again.read(path)).toBe(await overlay.read(path));
  }
  const tree = await repository.git("ls-tree", "-r", "docs/x");
  expect(tree).toMatch(/^100755 .*\tbin\/run\.sh$/m);
  expect(tree).toMatch(/^120000 .*\tlink$/m);
  expect(tree).toMatch(/^160000 .*\ttheme$/m);
  expect(await repository.git("cat-file", "-s", "docs/x:q.png")).toBe("2\n");
  await repository.git("fsck", "--strict", "--no-dangling");
  expect(await branchCommit(repository.path, "main")).toBe(base);
});

test("the same input gives the same commit, also in another repository", async () => {
  const [one, other] = [
    await makeRepository({ "a.md": "a" }),
    await makeRepository({ "a.md": "a" }),
  ];
  const made = await commit(one);
  expect(await commit(other)).toEqual(made);
  expect((await commit(other, { branch: "y", message: "Other\n" })).commit).not.toBe(made.commit);
});

test("repeating it makes no second commit", async () => {
  const repository = await makeRepository({ "a.md": "a" });
  const base = await branchCommit(repository.path, "main");
  const made = await commit(repository, { base });
  expect(await commit(repository, { base })).toEqual({ commit: made.commit, created: false });
  await repository.commit("docs/x", { "by-hand.md": "h" });
  expect(await commit(repository, { base })).toEqual({ commit: made.commit, created: false });
  expect(await repository.git("rev-list", "--count", "main..docs/x")).toBe("2\n");
});

test("of ten at the same time one makes the commit", async () => {
  const repository = await makeRepository({ "a.md": "a" });
  const base = await branchCommit(repository.path, "main");
  const all = await Promise.all(Array.from({ length: 10 }, () => commit(repository, { base })));
  expect(new Set(all.map((made) => made.commit)).size).toBe(1);
  expect(all.filter(({ created }) => created)).toHaveLength(1);
  expect(await repository.git("rev-list", "--count", "main..docs/x")).toBe("1\n");
});

test("a branch that another git holds for a moment is waited for", async () => {
  const repository = await makeRepository({ "a.md": "a" });
  const lock = join(repository.path, "refs/heads/docs/x.lock");
  await mkdir(dirname(lock), { recursive: true });
  await writeFile(lock, "");
  const made = commit(repository);
  await sleep(700);
  await rm(lock);
  expect(await made).toMatchObject({ created: true });
});

test("an existing branch is built upon, one that moved on is left alone", async () => {
  const repository = await makeRepository({ "a.md": "a" });
  const main = await branchCommit(repository.path, "main");
  const base = await repository.commit("docs/x", { "b.md": "b" }, main);
  const made = await commit(repository, { base });
  expect(await repository.git("rev-parse", "docs/x^")).toBe(`${base}\n`);
  const failure = commit(repository, { base, message: "Another\n" });
  await expect(failure).rejects.toMatchObject({ code: "conflict" });
  await expect(commit(repository, { base: main, message: "Another\n" })).rejects.toThrow(
    "Somebody",
  );
  expect(await branchCommit(repository.path, "docs/x")).toBe(made.commit);
});

test("nothing to commit makes neither a commit nor a branch", async () => {
  const repository = await makeRepository({ "a.md": "a" });
  const base = await branchCommit(repository.path, "main");
  const same = [{ path: "a.md", content: "a", mode: "100644" as const }];
  for (const changes of [[], same])
    expect(await commit(repository, { changes })).toEqual({ commit: base, created: false });
  expect(await resolveCommit(repository.path, "refs/heads/docs/x")).toBeUndefined();
});

test("an author or a message cannot add to what git reads", async () => {
  const repository = await makeRepository({ "a.md": "a" });
  const { commit: id } = await commit(repository, {
    author: { name: "A\ncommit refs/heads/main", email: "a> 1 +0000\n<b" },
    message: "x\0y\n\ndata 3\ndone\nreset refs/heads/main\n",
  });
  const [line] = (await repository.git("log", "-1", "--format=%an|%ae", id)).split("\n");
  expect(line).toBe("A commit refs/heads/main|a  1 +0000  b");
  expect(await repository.git("log", "-1", "--format=%B", id)).toContain("reset refs/heads/main");
  await repository.git("fsck", "--strict");
});

test("bad branches, bases and paths are refused and nothing is written", async () => {
  const repository = await makeRepository({ "a.md": "a" });
  const before = await repository.git("count-objects", "-v");
  const refused = { code: "invalid_request" };
  for (const branch of ["-x", "a..b", "refs/heads/main", "HEAD", "a\nb"])
    await expect(commit(repository, { branch })).rejects.toMatchObject(refused);
  await expect(commit(repository, { base: "main" })).rejects.toMatchObject(refused);
  for (const path of ["../a.md", ".git/config", 'a"\nM 120000 inline b', "/etc/passwd"]) {
    const changes = [{ path, content: "x", mode: "100644" as const }];
    await expect(commit(repository, { changes })).rejects.toMatchObject(refused);
  }
  expect(await repository.git("count-objects", "-v")).toBe(before);
  expect(await repository.git("for-each-ref", "--format=%(refname)")).toBe("refs/heads/main\n");
});

test("a work tree and its index stay as they are", async () => {
  const repository = await makeRepository({ "a.md": "a\n" }, { workTree: true });
  const index = await readFile(join(repository.path, "index"));
  await commit(repository);
  expect(await readFile(join(repository.folder, "tree/a.md"), "utf8")).toBe("a\n");
  expect(await readFile(join(repository.path, "index"))).toEqual(index);
  expect(await readFile(join(repository.path, "HEAD"), "utf8")).toBe("ref: refs/heads/main\n");
});

test("a branch that is checked out is refused, in a linked work tree too", async () => {
  const repository = await makeRepository({ "a.md": "a\n" }, { workTree: true });
  const cwd = join(repository.folder, "tree");
  await runGit(["checkout", "--quiet", "-b", "docs/x"], { cwd });
  await expect(commit(repository)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining(`checked out in ${cwd}`),
  });
  await runGit(["checkout", "--quiet", "main"], { cwd });
  const linked = join(repository.folder, "linked");
  await runGit(["worktree", "add", "--quiet", "--", linked, "docs/x"], { cwd });
  await expect(commit(repository)).rejects.toThrow(`checked out in ${linked}`);
  await runGit(["worktree", "remove", "--", linked], { cwd });
  const made = await commit(repository);
  expect(made.created).toBe(true);
  await runGit(["checkout", "--quiet", "docs/x"], { cwd });
  const base = await branchCommit(repository.path, "main");
  expect(await commit(repository, { base })).toEqual({ ...made, created: false });
});

test("a branch that stands for another one does not move the other", async () => {
  const repository = await makeRepository({ "a.md": "a\n" });
  const base = await branchCommit(repository.path, "main");
  await repository.git("symbolic-ref", "refs/heads/docs/x", "refs/heads/main");
  await commit(repository, { base });
  expect(await branchCommit(repository.path, "main")).toBe(base);
});
