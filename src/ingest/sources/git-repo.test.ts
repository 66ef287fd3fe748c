import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { runGit } from "../../git/run/git.ts";
import { initBareRepository } from "../../git/write/build-folder.ts";
import { type CommitFile, commitFolder } from "../../git/write/commit-folder.ts";
import { type GitSourceOptions, gitSource } from "./git-repo.ts";
import type { SourceSnapshot } from "./source.ts";

const author = { name: "Ada", email: "ada@example.com" };
let folder: string;
let repository: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "docent-git-repo-"));
  repository = join(folder, "docs.git");
  await initBareRepository(repository);
  return () => rm(folder, { recursive: true, force: true });
});

const commit = (files: CommitFile[]) => commitFolder(repository, { files, message: "x", author });
const snapshotOf = (options: Partial<GitSourceOptions> = {}) =>
  gitSource({ location: repository, mirrorFolder: join(folder, "mirrors"), ...options }).snapshot();

async function contents(snapshot: SourceSnapshot): Promise<Record<string, string>> {
  const read = await Array.fromAsync(snapshot.read(snapshot.files));
  return Object.fromEntries(read.map(({ file, content }) => [file.path, content.toString()]));
}

test("the pages of the default branch are read with their blob ids", async () => {
  const id = await commit([
    { path: "b.md", content: "two" },
    { path: "a.mdx", content: "one" },
    { path: "logo.svg", content: "<svg/>" },
    { path: "copy.md", content: "two" },
    { path: "big.md", content: Buffer.alloc(2 * 1024 * 1024 + 1) },
  ]);
  const snapshot = await snapshotOf();
  expect(snapshot.commit).toBe(id);
  expect(await contents(snapshot)).toEqual({ "a.mdx": "one", "b.md": "two", "copy.md": "two" });
  expect(snapshot.files[1]?.contentId).toMatch(/^[0-9a-f]{40}$/);
  expect(snapshot.files[1]?.contentId).toBe(snapshot.files[2]?.contentId);
  expect(snapshot.skipped).toEqual([{ path: "big.md", reason: "The file is larger than 2 MiB." }]);
});

test("a branch and a sub-folder can be named", async () => {
  const old = await commit([{ path: "docs/en/a.md", content: "old" }]);
  await runGit(["update-ref", "refs/heads/v1", old], { gitDirectory: repository });
  await commit([{ path: "docs/en/a.md", content: "new" }]);
  expect(await contents(await snapshotOf({ branch: "v1", subfolder: "docs/en" }))).toEqual({
    "a.md": "old",
  });
  expect(await contents(await snapshotOf({ subfolder: "docs/" }))).toEqual({ "en/a.md": "new" });
  await expect(snapshotOf({ branch: "v2" })).rejects.toMatchObject({ code: "not_found" });
  await expect(snapshotOf({ branch: "--all" })).rejects.toMatchObject({ code: "invalid_request" });
  await expect(snapshotOf({ subfolder: "nothing" })).rejects.toMatchObject({ code: "not_found" });
});

test("site files above a sub-folder and supporting files are offered with their blob ids", async () => {
  await commit([
    { path: "docs/en/a.md", content: "page" },
    { path: "docs/en/code/x.py", content: "code" },
    { path: "docs/.vitepress/config.ts", content: "vitepress" },
    { path: "docs/readme.md", content: "other" },
    { path: "mkdocs.yml", content: "mkdocs" },
    { path: "package.json", content: "{}" },
  ]);
  const snapshot = await snapshotOf({ subfolder: "docs/en" });
  expect(await contents({ ...snapshot, files: snapshot.support })).toEqual({
    "../../mkdocs.yml": "mkdocs",
    "../.vitepress/config.ts": "vitepress",
    "code/x.py": "code",
  });
  expect(snapshot.files.map(({ path }) => path)).toEqual(["a.md"]);
});

test("the version of a local repository is the commit of its branch", async () => {
  const first = await commit([{ path: "a.md", content: "one" }]);
  const source = gitSource({ location: repository, mirrorFolder: join(folder, "mirrors") });
  expect(await source.version()).toBe(first);
  const second = await commit([{ path: "a.md", content: "two" }]);
  expect(await source.version()).toBe(second);
  await expect(
    gitSource({ location: repository, branch: "v9", mirrorFolder: folder }).version(),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("a local repository is read in place, as a path, as an address and as a work tree", async () => {
  await commit([{ path: "a.md", content: "one" }]);
  const tree = join(folder, "tree");
  await runGit(["clone", "--quiet", "--", repository, tree], { protocols: ["file"] });
  await writeFile(join(tree, "a.md"), "not committed");
  for (const location of [repository, pathToFileURL(repository).href, tree]) {
    expect(await contents(await snapshotOf({ location }))).toEqual({ "a.md": "one" });
  }
  expect(await readdir(folder)).not.toContain("mirrors");
});

test("a file name that is not UTF-8 is skipped with a reason", async () => {
  const input =
    "blob\nmark :1\ndata 1\nx\ncommit refs/heads/main\ncommitter A <a@b> 0 +0000\ndata 0\nM 100644 :1 ";
  const stream = Buffer.concat([Buffer.from(input), Buffer.from([0xff]), Buffer.from(".md\n")]);
  await runGit(["fast-import", "--quiet"], { gitDirectory: repository, input: stream });
  const snapshot = await snapshotOf();
  expect(snapshot.files).toEqual([]);
  expect(snapshot.skipped[0]?.reason).toBe("The file name is not valid UTF-8.");
});

test("a repository without commits, or none at all, is an error that says so", async () => {
  await expect(snapshotOf()).rejects.toThrow("The repository has no commits yet.");
  await expect(snapshotOf({ location: join(folder, "nothing") })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(snapshotOf({ location: folder })).rejects.toMatchObject({ code: "not_found" });
});
