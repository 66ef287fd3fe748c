import { readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../../test/make-tree.ts";
import { branchCommit } from "../git/read/resolve-commit.ts";
import { runGit } from "../git/run/git.ts";
import { commitFolder } from "../git/write/commit-folder.ts";
import { placeBundledDocs } from "./place-bundled-docs.ts";

test("the docs are placed with every file, byte for byte", async () => {
  const { docs, repository, place } = await openDocs();
  await writeFile(join(docs, "image.png"), Buffer.from([0, 255, 10, 13]));
  await place();
  const { stdout } = await git(repository, "ls-tree", "-r", "--name-only", "main");
  expect(stdout.toString().trim().split("\n")).toEqual(["guides/b.md", "image.png", "index.md"]);
  const image = await git(repository, "cat-file", "blob", "main:image.png");
  expect(image.stdout).toEqual(await readFile(join(docs, "image.png")));
});

test("placing the same docs again makes no commit", async () => {
  const { repository, place } = await openDocs();
  await place();
  const first = await branchCommit(repository, "main");
  await place();
  expect(await branchCommit(repository, "main")).toBe(first);
});

test("a file that changed into another of the same length is placed", async () => {
  const { docs, repository, place } = await openDocs();
  await place();
  await writeFile(join(docs, "index.md"), "# Hall");
  await utimes(join(docs, "index.md"), 1, 1);
  await place();
  const { stdout } = await git(repository, "show", "main:index.md");
  expect(stdout.toString()).toBe("# Hall");
});

test("docs are placed again where the repository was removed", async () => {
  const { repository, place } = await openDocs();
  await place();
  await rm(repository, { recursive: true });
  await place();
  expect(await branchCommit(repository, "main")).toMatch(/^[0-9a-f]{40}$/);
});

test("docs that changed with an upgrade are placed on top, removed files included", async () => {
  const { docs, repository, place } = await openDocs();
  await place();
  const first = await branchCommit(repository, "main");
  await writeFile(join(docs, "index.md"), "# New home");
  await rm(join(docs, "guides"), { recursive: true });
  await place();
  const { stdout } = await git(repository, "show", "main:index.md");
  expect(stdout.toString()).toBe("# New home");
  const names = await git(repository, "ls-tree", "-r", "--name-only", "main");
  expect(names.stdout.toString().trim()).toBe("index.md");
  const parent = await git(repository, "rev-parse", "main^");
  expect(parent.stdout.toString().trim()).toBe(first);
});

test("a repository with somebody else's commit is theirs", async () => {
  const { docs, repository, place } = await openDocs();
  await place();
  const theirs = await commitFolder(repository, {
    files: [{ path: "index.md", content: "# Edited" }],
    message: "Edit the home page\n",
    author: { name: "Ada", email: "ada@example.com" },
  });
  await writeFile(join(docs, "index.md"), "# New home");
  await place();
  expect(await branchCommit(repository, "main")).toBe(theirs);
});

test("a commit under our address with another message is not taken for ours", async () => {
  const { docs, repository, place } = await openDocs();
  await place();
  const edited = await commitFolder(repository, {
    files: [{ path: "index.md", content: "# Edited" }],
    message: "Edit\n",
    author: { name: "Docent", email: "docent@localhost" },
  });
  await writeFile(join(docs, "index.md"), "# New home");
  await place();
  expect(await branchCommit(repository, "main")).toBe(edited);
});

async function openDocs() {
  const { root: docs } = await makeTree({ "index.md": "# Home", "guides/b.md": "# B" });
  const { root } = await makeTree({});
  const repository = join(root, "docent.git");
  return { docs, repository, place: () => placeBundledDocs(docs, repository) };
}

function git(repository: string, ...args: string[]) {
  return runGit(args, { gitDirectory: repository });
}
