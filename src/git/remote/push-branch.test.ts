import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { mirrorRemote, remoteToken } from "../../../test/git-remote.ts";
import { type BranchPush, pushBranch } from "./push-branch.ts";

const branch = "docs/x";

/** A mirror with one commit that the remote lacks. */
async function setUp() {
  const place = await mirrorRemote({ "a.md": "a\n" });
  const { repository, remote, commit: makeCommit } = place;
  const commit = await makeCommit(branch, { "a.md": "edited\n" });
  const push = (more: Partial<BranchPush> = {}) =>
    pushBranch({ repository, remote: remote(), branch, commit, expected: undefined, ...more });
  return { ...place, commit, push, makeCommit };
}

async function failureOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  const told = [error, error?.cause, error?.cause?.cause].map((one) => `${one?.stack}`).join();
  expect(told).not.toContain("hunter2");
  return error;
}

test("a commit becomes a new branch of the remote, and pushing again changes nothing", async () => {
  const { push, commit, tip } = await setUp();
  expect(await push()).toBe(commit);
  expect(await tip(branch)).toBe(commit);
  expect(await push()).toBe(commit);
  expect(await tip(branch)).toBe(commit);
});

test("a branch moves forward from where it was expected", async () => {
  const { push, commit, makeCommit, tip } = await setUp();
  await push();
  const next = await makeCommit(branch, { "b.md": "b\n" }, commit);
  expect(await push({ commit: next, expected: commit })).toBe(next);
  expect(await tip(branch)).toBe(next);
});

test("many pushes of one commit at once leave it there", async () => {
  const { push, commit, tip } = await setUp();
  expect(await Promise.all([push(), push(), push(), push()])).toEqual(Array(4).fill(commit));
  expect(await tip(branch)).toBe(commit);
});

test("of two commits that are pushed at once, one is refused", async () => {
  const { push, commit, makeCommit, main, tip } = await setUp();
  const other = await makeCommit("docs/other", { "o.md": "o\n" }, main);
  const results = await Promise.allSettled([push(), push({ commit: other })]);
  const [won, lost] = results[0]?.status === "fulfilled" ? results : results.toReversed();
  expect(won).toMatchObject({ status: "fulfilled", value: await tip(branch) });
  expect(lost).toMatchObject({ status: "rejected", reason: { code: "conflict" } });
  expect([commit, other]).toContain(await tip(branch));
});

test("a commit that people have built upon already is there", async () => {
  const { push, origin, tip } = await setUp();
  await push();
  const theirs = await origin.commit(branch, { "theirs.md": "t\n" });
  expect(await push()).toBe(theirs);
  expect(await tip(branch)).toBe(theirs);
});

test("a branch that somebody moved, made or deleted is left as they have it", async () => {
  const { push, commit, makeCommit, origin, main, tip } = await setUp();
  const theirs = await origin.commit(branch, { "theirs.md": "t\n" }, main);
  expect(await failureOf(push())).toMatchObject({ code: "conflict" });
  expect(await failureOf(push({ expected: main, orAbsent: true }))).toMatchObject({
    code: "conflict",
    message: expect.stringContaining("Somebody else changed"),
  });
  expect(await tip(branch)).toBe(theirs);
  await origin.git("update-ref", "-d", `refs/heads/${branch}`);
  const next = await makeCommit(branch, { "b.md": "b\n" }, commit);
  expect(await failureOf(push({ commit: next, expected: commit }))).toMatchObject({
    code: "conflict",
    message: expect.stringContaining("Somebody else deleted"),
  });
  expect(await tip(branch)).toBeUndefined();
  expect(await push({ expected: main, orAbsent: true })).toBe(commit);
});

test("a branch never moves back or aside", async () => {
  const { push, commit, main, makeCommit, tip } = await setUp();
  await push();
  const aside = await makeCommit("docs/y", { "y.md": "y\n" }, main);
  for (const other of [main, aside]) {
    const failure = await failureOf(push({ commit: other, expected: commit }));
    expect(failure).toMatchObject({ code: "conflict" });
  }
  expect(await tip(branch)).toBe(commit);
});

test("a wrong token, none and a read-only repository say what to set, and nothing moves", async () => {
  const { push, remote, origin, tip } = await setUp();
  expect(await failureOf(push({ remote: remote(`${remoteToken}-no`) }))).toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("DOCENT_GIT_TOKEN"),
  });
  expect(await failureOf(push({ remote: remote("") }))).toMatchObject({
    code: "unauthenticated",
    message: expect.stringContaining("set DOCENT_GIT_TOKEN"),
  });
  await origin.git("config", "http.receivepack", "false");
  expect(await failureOf(push())).toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("write access"),
  });
  expect(await tip(branch)).toBeUndefined();
});

test("a push that a rule of the host declines is forbidden, in the host's own words without the token", async () => {
  const { push, origin, tip } = await setUp();
  await mkdir(join(origin.path, "hooks"));
  const hook = join(origin.path, "hooks/pre-receive");
  await writeFile(hook, `#!/bin/sh\necho "GH006: no, ${remoteToken}!" >&2\nexit 1\n`);
  await chmod(hook, 0o755);
  expect(await failureOf(push())).toMatchObject({
    code: "forbidden",
    message: expect.stringContaining('The host said: "GH006: no, ***!"'),
  });
  expect(await tip(branch)).toBeUndefined();
});

test("a branch that another one stands in the way of is a conflict that says so", async () => {
  const { push, origin, main } = await setUp();
  await origin.git("update-ref", "refs/heads/docs", main);
  expect(await failureOf(push())).toMatchObject({
    code: "conflict",
    message: expect.stringContaining("cannot stand beside"),
  });
});

test("a host that is busy or gone is unavailable, with a sentence", async () => {
  const { push, origin, remote } = await setUp();
  await mkdir(join(origin.path, "refs/heads/docs"), { recursive: true });
  await writeFile(join(origin.path, "refs/heads/docs/x.lock"), "");
  expect(await failureOf(push())).toMatchObject({ code: "unavailable" });
  const gone = { ...remote(), url: "http://127.0.0.1:1/docs.git" };
  expect(await failureOf(push({ remote: gone }))).toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("could not be reached"),
  });
});

test("only whole ids, plain branches and addresses of hosts are pushed", async () => {
  const { push, origin, remote } = await setUp();
  const refused = { code: "invalid_request" };
  const file = { ...remote(), url: `file://${origin.path}` };
  for (const more of [
    { commit: "HEAD" },
    { commit: "--all" },
    { expected: "--force" },
    { branch: "--delete" },
    { branch: "x:refs/heads/main" },
    { remote: file },
    { remote: { ...remote(), url: origin.path } },
    { remote: { ...remote(), url: "ext::touch x" } },
    { remote: { ...remote(), url: "http://git.example/x.git" } },
  ]) {
    expect(await failureOf(push(more))).toMatchObject(refused);
  }
  expect(await origin.git("for-each-ref", "--format=%(refname)")).toBe("refs/heads/main\n");
});

test("a commit is pushed over ssh with the key of the settings", async () => {
  const { push, origin, commit, tip } = await setUp();
  const { PATH: path = "" } = process.env;
  onTestFinished(() => {
    process.env.PATH = path;
  });
  const program = `case "$*" in *receive-pack*) exec git receive-pack '${origin.path}';; esac`;
  const fake = `#!/bin/sh\necho "$*" >> '${origin.folder}/ssh-calls'\n${program}\nexec git upload-pack '${origin.path}'\n`;
  await mkdir(join(origin.folder, "bin"));
  await writeFile(join(origin.folder, "bin/ssh"), fake);
  await chmod(join(origin.folder, "bin/ssh"), 0o755);
  process.env.PATH = `${join(origin.folder, "bin")}:${path}`;
  const access = async () => ({ ssh: { keyFile: "/keys/deploy" } });
  const remote = { url: "git@git.example:acme/docs.git", access, tokenSetting: "" };
  expect(await push({ remote })).toBe(commit);
  expect(await tip(branch)).toBe(commit);
  const calls = await readFile(join(origin.folder, "ssh-calls"), "utf8");
  expect(calls).toMatch(/IdentityFile="\/keys\/deploy".* git@git\.example .*git-receive-pack/);
});

test("an aborted push ends with the reason", async () => {
  const { push } = await setUp();
  const reason = new Error("enough");
  await expect(push({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
