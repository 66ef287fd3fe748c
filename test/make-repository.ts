import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { runGit } from "../src/git/run/git.ts";
import { initBareRepository } from "../src/git/write/build-folder.ts";
import { copyOfMade } from "./made-once.ts";

/** A file's text or bytes, null to delete it, or any kind of entry: `id` names an object instead of its content. */
export type RepositoryFile =
  | string
  | Buffer
  | null
  | { mode: string; content: string }
  | { mode: string; id: string };

export type TestRepository = {
  /** The git directory. */
  path: string;
  /** The folder around it, gone when the test ends. */
  folder: string;
  /** One commit on top of a branch, or of `from` where the branch is new. */
  commit(branch: string, files: Record<string, RepositoryFile>, from?: string): Promise<string>;
  git(...args: string[]): Promise<string>;
};

/** A repository whose `main` holds the files. `workTree` makes one with checked-out files in `folder/tree`. */
export async function makeRepository(
  files: Record<string, RepositoryFile>,
  { workTree = false } = {},
): Promise<TestRepository> {
  const folder = await mkdtemp(join(tmpdir(), "docent-repository-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, workTree ? "tree/.git" : "docs.git");
  if (workTree) await makeWorkTree(join(folder, "tree"), files);
  else await copyOfMade(JSON.stringify(files), path, (made) => makeBare(made, files));
  const commit: TestRepository["commit"] = (...change) => commitFiles(path, ...change);
  const git = async (...args: string[]) =>
    (await runGit(args, { gitDirectory: path })).stdout.toString();
  return { path, folder, commit, git };
}

type Files = Record<string, RepositoryFile>;

async function makeBare(path: string, files: Files): Promise<void> {
  await initBareRepository(path);
  await commitFiles(path, "main", files);
}

async function makeWorkTree(tree: string, files: Files): Promise<void> {
  await runGit(["init", "--quiet", "--", tree]);
  await commitFiles(join(tree, ".git"), "main", files);
  await runGit(["reset", "--quiet", "--hard"], { cwd: tree });
}

async function commitFiles(
  path: string,
  ...[branch, files, from]: Parameters<TestRepository["commit"]>
): Promise<string> {
  const parent = hasBranch(path, branch) ? `refs/heads/${branch}^0` : from;
  const input = importText(branch, files, parent);
  const args = ["fast-import", "--quiet", "--done"];
  return (await runGit(args, { gitDirectory: path, input })).stdout.toString().trim();
}

function hasBranch(path: string, branch: string): boolean {
  if (existsSync(join(path, "refs/heads", branch))) return true;
  const packed = join(path, "packed-refs");
  return existsSync(packed) && readFileSync(packed, "utf8").includes(` refs/heads/${branch}\n`);
}

function importText(
  branch: string,
  files: Record<string, RepositoryFile>,
  parent: string | undefined,
): Buffer {
  const person = "Ada <ada@example.com> 1700000000 +0000";
  const parts = [
    `commit refs/heads/${branch}\nmark :1\nauthor ${person}\ncommitter ${person}\n`,
    data("Change some files\n"),
    parent === undefined ? "" : `from ${parent}\n`,
    ...Object.entries(files).flatMap(([path, file]) => fileCommand(JSON.stringify(path), file)),
    "get-mark :1\ndone\n",
  ];
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

function fileCommand(path: string, file: RepositoryFile): (string | Buffer)[] {
  if (file === null) return [`D ${path}\n`];
  if (typeof file === "string" || Buffer.isBuffer(file)) {
    return [`M 100644 inline ${path}\n`, data(file)];
  }
  if ("id" in file) return [`M ${file.mode} ${file.id} ${path}\n`];
  return [`M ${file.mode} inline ${path}\n`, data(file.content)];
}

function data(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from("\n")]);
}
