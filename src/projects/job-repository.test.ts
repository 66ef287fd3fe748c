import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestStore } from "../../test/harness.ts";
import { makeRepository } from "../../test/job-node.ts";
import { makeTree } from "../../test/make-tree.ts";
import { addTestProject, noon } from "../../test/store-rows.ts";
import { fixedAccess } from "../git/run/git-access.ts";
import { insertSource, type NewSource, newSource } from "../store/docs/sources.ts";
import { chooseEditSource } from "./change-projects.ts";
import { jobRepository } from "./job-repository.ts";

async function setUp() {
  const db = await openTestStore("sqlite");
  const projectId = await addTestProject(db);
  const add = async (place: Pick<NewSource, "kind" | "location"> & Partial<NewSource>) => {
    const source = newSource(projectId, { branch: "", subfolder: "", ...place }, noon);
    await insertSource(db, source);
    return source.id;
  };
  const { root } = await makeTree({});
  const mirrors = {
    mirrorFolder: join(root, "mirrors"),
    access: fixedAccess({ logins: new Map(), ssh: {} }),
  };
  return { db, projectId, add, find: () => jobRepository(db, projectId, mirrors) };
}

async function workTree(): Promise<string> {
  const { root } = await makeTree({ "site/docs/keys.md": "# Keys\n" });
  const git = (...args: string[]) => execFileSync("git", ["-C", root, ...args], { stdio: "pipe" });
  git("init", "--quiet", "--initial-branch=trunk");
  git("add", ".");
  git("-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "--quiet", "-m", "First");
  return root;
}

test("a bare repository is edited where it is, on its default branch", async () => {
  const { add, find } = await setUp();
  const location = await makeRepository({ "content/keys.md": "# Keys\n" });
  await add({ kind: "git", location, subfolder: "content/" });
  expect(await find()).toEqual({ path: location, defaultBranch: "main", docsFolder: "content" });
});

test("the branch a source reads is the one changes are meant for", async () => {
  const { add, find } = await setUp();
  await add({ kind: "git", location: await makeRepository({ "a.md": "a" }), branch: "release" });
  expect(await find()).toMatchObject({ defaultBranch: "release" });
});

test("a folder in a work tree belongs to its repository", async () => {
  const { add, find } = await setUp();
  const root = await workTree();
  await add({ kind: "folder", location: join(root, "site"), subfolder: "docs" });
  expect(await find()).toEqual({
    path: join(root, ".git"),
    defaultBranch: "trunk",
    docsFolder: "site/docs",
  });
});

test("sources that cannot be edited do not count, and of several one has to be named", async () => {
  const { db, projectId, add, find } = await setUp();
  await expect(find()).rejects.toMatchObject({ code: "conflict" });
  await add({ kind: "git", location: "https://127.0.0.1:1/acme/docs.git" });
  await expect(find()).rejects.toThrow(/cannot be edited/);
  await add({ kind: "folder", location: (await makeTree({ "a.md": "a" })).root });
  await add({ kind: "git", location: join((await makeTree({})).root, "gone.git") });
  await expect(find()).rejects.toThrow(/cannot be edited/);
  const first = await makeRepository({ "a.md": "a" });
  await add({ kind: "git", location: first });
  expect(await find()).toMatchObject({ path: first });
  const second = await makeRepository({ "a.md": "a" });
  const id = await add({ kind: "git", location: second });
  await expect(find()).rejects.toThrow(/--edit-source/);
  const operator = { kind: "operator" } as const;
  const choose = (sourceId: string) => chooseEditSource({ db }, operator, { projectId, sourceId });
  await expect(choose("src_none")).rejects.toMatchObject({ code: "not_found" });
  await choose(id);
  expect(await find()).toMatchObject({ path: second });
});

test("sources of one branch of one repository are edited together, also beside the one that is named", async () => {
  const { db, projectId, add, find } = await setUp();
  const location = await makeRepository({ "docs/a.md": "a", "handbook/b.md": "b" });
  await add({ kind: "git", location, subfolder: "docs" });
  const second = await add({ kind: "git", location, subfolder: "handbook", mount: "handbook" });
  await add({ kind: "git", location, subfolder: "docs/api", mount: "api" });
  const one = { path: location, defaultBranch: "main" };
  expect(await find()).toEqual({ ...one, docsFolder: "docs", otherFolders: ["handbook"] });
  const sourceId = second;
  await chooseEditSource({ db }, { kind: "operator" }, { projectId, sourceId });
  expect(await find()).toEqual({ ...one, docsFolder: "handbook", otherFolders: ["docs"] });
  await add({ kind: "git", location, subfolder: "old", branch: "release", mount: "old" });
  expect(await find()).toMatchObject({ otherFolders: ["docs"] });
});
