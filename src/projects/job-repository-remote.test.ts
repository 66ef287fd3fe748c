import { rename } from "node:fs/promises";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { type GitRemote, remoteToken, serveRemote } from "../../test/git-remote.ts";
import { openTestStore } from "../../test/harness.ts";
import { makeRepository } from "../../test/job-node.ts";
import { makeTree } from "../../test/make-tree.ts";
import { addTestProject, noon } from "../../test/store-rows.ts";
import { fetchRepository } from "../forge/edited-repository.ts";
import { branchCommit } from "../git/read/resolve-commit.ts";
import { mirrorPlace } from "../git/remote/mirror.ts";
import { fixedAccess, type GitLogin } from "../git/run/git-access.ts";
import { insertSource, type NewSource, newSource, setEditSource } from "../store/docs/sources.ts";
import { jobRepository } from "./job-repository.ts";

async function setUp(served: GitRemote) {
  const db = await openTestStore("sqlite");
  const projectId = await addTestProject(db);
  const mirrorFolder = (await makeTree({})).root;
  const add = async (place: Partial<NewSource> = {}) => {
    const given = { kind: "git", location: served.url, branch: "", subfolder: "" } as const;
    const source = newSource(projectId, { ...given, ...place }, noon);
    await insertSource(db, source);
    return source.id;
  };
  const find = (logins: ReadonlyMap<string, GitLogin> = served.logins) =>
    jobRepository(db, projectId, { mirrorFolder, access: fixedAccess({ logins, ssh: {} }) });
  return { db, projectId, mirrorFolder, add, find };
}

const tokens = (token: string, name = "") => new Map([[name, { token, username: undefined }]]);

test("a remote source is edited in the mirror that its syncs use", async () => {
  const served = await serveRemote({ "site/a.md": "a\n" });
  const { add, find, mirrorFolder } = await setUp(served);
  await add({ subfolder: "site/" });
  const path = mirrorPlace(mirrorFolder, served.url);
  const repository = await find();
  expect(repository).toMatchObject({ path, defaultBranch: "main", docsFolder: "site" });
  expect(repository.remote?.url).toBe(served.url);
  expect(await branchCommit(path, "main")).toBe(await served.tip("main"));
});

test("a mirror that is there costs no request until the job fetches it", async () => {
  const served = await serveRemote({ "a.md": "a\n" });
  const { add, find } = await setUp(served);
  await add({ branch: "main" });
  const repository = await find();
  const { path } = repository;
  const next = await served.origin.commit("main", { "a.md": "b\n" });
  const requests = served.server.seen.length;
  await find();
  expect(served.server.seen).toHaveLength(requests);
  expect(await branchCommit(path, "main")).not.toBe(next);
  await fetchRepository(repository, {});
  expect(await branchCommit(path, "main")).toBe(next);
});

test("the token is in nothing that can be written down", async () => {
  const served = await serveRemote({ "a.md": "a\n" });
  const { add, find } = await setUp(served);
  await add();
  const repository = await find();
  const login = btoa(`x-access-token:${remoteToken}`);
  const written = `${JSON.stringify(repository)} ${inspect(repository, { depth: 9, showHidden: true })}`;
  expect(written).toContain(served.url);
  expect(written).not.toContain(remoteToken);
  expect(written).not.toContain(login);
});

test("what keeps a mirror from being made is told with what to set", async () => {
  const served = await serveRemote({ "a.md": "a\n" });
  const { add, find, db, projectId } = await setUp(served);
  await add();
  const conflict = { code: "conflict" };
  await expect(find(new Map())).rejects.toMatchObject(conflict);
  await expect(find(new Map())).rejects.toThrow(/cannot be edited: .*set DOCENT_GIT_TOKEN/);
  await expect(find(tokens("wrong"))).rejects.toThrow(/refused the token in DOCENT_GIT_TOKEN/);
  const named = await add({ credential: "PARTNER" });
  await setEditSource(db, projectId, named);
  await expect(find()).rejects.toThrow(/set DOCENT_GIT_TOKEN_PARTNER/);
  expect(await find(tokens(remoteToken, "PARTNER"))).toMatchObject({ defaultBranch: "main" });
});

test("a remote that is gone, or does not let us in any more, is told when a job fetches", async () => {
  const served = await serveRemote({ "a.md": "a\n" });
  const { add, find } = await setUp(served);
  await add();
  const repository = await find();
  await expect(fetchRepository(await find(tokens("wrong")), {})).rejects.toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("DOCENT_GIT_TOKEN"),
  });
  await rename(served.origin.path, `${served.origin.path}-gone`);
  await expect(fetchRepository(repository, {})).rejects.toMatchObject({
    code: "not_found",
    message: expect.stringContaining("no such repository"),
  });
  expect(await branchCommit(repository.path, "main")).toMatch(/^[0-9a-f]{40}$/);
});

test("a repository on this machine goes before remote ones, and of several remote ones one is named", async () => {
  const served = await serveRemote({ "a.md": "a\n" });
  const { add, find, db, projectId, mirrorFolder } = await setUp(served);
  const first = await add();
  await add({ mount: "again", branch: "release" });
  await expect(find()).rejects.toThrow(/--edit-source/);
  await setEditSource(db, projectId, first);
  expect(await find()).toMatchObject({ path: mirrorPlace(mirrorFolder, served.url) });
  await setEditSource(db, projectId, null);
  const local = await makeRepository({ "a.md": "a" });
  await add({ location: local });
  expect(await find()).toEqual({ path: local, defaultBranch: "main", docsFolder: "" });
});
