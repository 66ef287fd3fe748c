import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { listTree } from "../read/list-tree.ts";
import { readBlobs } from "../read/read-blobs.ts";
import { branchCommit, defaultBranch, resolveCommit } from "../read/resolve-commit.ts";
import { runGit } from "../run/git.ts";
import { initBareRepository } from "./build-folder.ts";
import { type CommitFile, commitFolder } from "./commit-folder.ts";

const author = {
  name: "Ada <\nLovelace",
  email: "ada@example.com",
  date: new Date(1_700_000_000_000),
};
let folder: string;
let repository: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "docent-commit-"));
  repository = join(folder, "docs.git");
  await initBareRepository(repository);
  return () => rm(folder, { recursive: true, force: true });
});

const commit = (files: CommitFile[], message = "Add docs") =>
  commitFolder(repository, { files, message, author });
const paths = async (id: string) => (await listTree(repository, id)).map(({ path }) => path);
const git = async (...args: string[]) =>
  (await runGit(args, { gitDirectory: repository })).stdout.toString();

test("the files become a commit on main that reads back byte for byte", async () => {
  const files = [
    { path: "index.md", content: "# Hello\r\n" },
    { path: 'guide/é "x" \\ y.md', content: Buffer.from([0, 255, 10, 13]) },
    { path: "empty.md", content: "" },
  ];
  const id = await commit(files, "Two lines\n\nmark :1\n");
  expect(await defaultBranch(repository)).toBe("main");
  expect(await branchCommit(repository, "main")).toBe(id);
  const tree = await listTree(repository, id);
  expect(tree.map(({ path }) => path).sort()).toEqual(files.map(({ path }) => path).sort());
  const blobs = await Array.fromAsync(
    readBlobs(
      repository,
      tree.map(({ blobId }) => blobId),
    ),
  );
  for (const [index, file] of tree.entries()) {
    const expected = files.find(({ path }) => path === file.path)?.content ?? "missing";
    expect(blobs[index]?.content).toEqual(Buffer.from(expected));
    expect(file.size).toBe(Buffer.from(expected).length);
  }
  expect(await git("log", "--format=%an|%ae|%at|%B")).toContain(
    "Ada   Lovelace|ada@example.com|1700000000|Two lines\n\nmark :1",
  );
  await git("fsck", "--strict");
});

test("the same files again make no second commit", async () => {
  const files = [
    { path: "a.md", content: "a" },
    { path: "b.md", content: "b" },
  ];
  const first = await commit(files);
  expect(await commit([...files].reverse())).toBe(first);
  expect(await commit([{ path: "a.md", content: "changed" }])).not.toBe(first);
  expect(await git("rev-list", "--count", "main")).toBe("2\n");
  expect(await paths("main").catch(() => "refused")).toBe("refused");
  expect(await paths(await branchCommit(repository, "main"))).toEqual(["a.md"]);
});

test("paths that lead out, into git's folder, or clash are refused and nothing is written", async () => {
  for (const path of ["../x.md", "/x.md", ".git/config", "a\nM 100644 inline b.md", ""]) {
    await expect(commit([{ path, content: "x" }])).rejects.toMatchObject({
      code: "invalid_request",
    });
  }
  const twice = [
    { path: "a.md", content: "1" },
    { path: "./a.md", content: "2" },
  ];
  await expect(commit(twice)).rejects.toMatchObject({ code: "invalid_request" });
  expect(await resolveCommit(repository, "refs/heads/main")).toBeUndefined();
});

test("making a repository twice keeps its commits and leaves no hooks", async () => {
  const id = await commit([{ path: "a.md", content: "a" }]);
  await initBareRepository(repository);
  expect(await branchCommit(repository, "main")).toBe(id);
  expect(await readdir(folder)).toEqual(["docs.git"]);
  expect(existsSync(join(repository, "hooks"))).toBe(false);
});

test("names that are options, ranges or missing resolve to nothing", async () => {
  const id = await commit([{ path: "a.md", content: "a" }]);
  expect(await resolveCommit(repository, "main")).toBe(id);
  for (const name of [
    "--all",
    "--git-dir",
    "-q",
    "main..main",
    "main:a.md",
    "",
    "a\0b",
    "nothing",
  ]) {
    expect([name, await resolveCommit(repository, name)]).toEqual([name, undefined]);
  }
  await expect(branchCommit(repository, "--all")).rejects.toMatchObject({
    code: "invalid_request",
  });
  await expect(branchCommit(repository, "nothing")).rejects.toMatchObject({ code: "not_found" });
  await expect(resolveCommit(folder, "main")).rejects.toMatchObject({ code: "not_found" });
});

test("the default branch is found although HEAD names one that was never made", async () => {
  await expect(defaultBranch(repository)).rejects.toThrow("no commits yet");
  const id = await commit([{ path: "a.md", content: "a" }]);
  await writeFile(join(repository, "HEAD"), "ref: refs/heads/never\n");
  expect(await defaultBranch(repository)).toBe("main");
  await git("update-ref", "refs/heads/trunk", id);
  await git("update-ref", "-d", "refs/heads/main");
  expect(await defaultBranch(repository)).toBe("trunk");
  await git("update-ref", "refs/heads/other", id);
  await expect(defaultBranch(repository)).rejects.toThrow("say which to use");
});
