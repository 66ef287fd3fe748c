import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ForgeStage, forgeSuite } from "../../test/forge-suite.ts";
import { mirrorRemote, remoteToken } from "../../test/git-remote.ts";
import { openTestStore } from "../../test/harness.ts";
import { addTestProject, noon } from "../../test/store-rows.ts";
import { branchCommit, resolveCommit } from "../git/read/resolve-commit.ts";
import { publishCommit } from "../git/remote/publish-commit.ts";
import { AppError } from "../lib/app-error.ts";
import { createLog } from "../lib/log.ts";
import { findChange } from "../store/jobs/changes.ts";
import { chooseForge } from "./choose-forge.ts";
import { patientLooks } from "./patient-looks.ts";
import { remoteForge } from "./remote-forge.ts";

const clock = { now: () => new Date(noon) };

async function setUp({ maxAgeMs = 0 } = {}) {
  const db = await openTestStore("sqlite");
  const place = await mirrorRemote({ "a.md": "a\n" });
  const project = { id: await addTestProject(db), domain: "acme" };
  const { repository, remote, main } = place;
  const looks = patientLooks(20_000, (error) => {
    throw error;
  });
  const parts = { db, clock, publicUrl: "http://docent.test/", project, looks };
  const forgeWith = (token?: string) =>
    remoteForge({ ...parts, repository, remote: remote(token), maxAgeMs });
  /** As a job does it: commit, push, open. */
  const propose = async (branch = "docs/x") => {
    const headCommit = await place.commit(branch, { "a.md": "edited\n" });
    const publication = { repository, remote: remote(), branch, commit: headCommit };
    await publishCommit({ ...publication, expected: main, base: "main" });
    return forgeWith().open({ ...text, head: branch, headCommit });
  };
  const stored = (number: number) => findChange(db, project.id, number);
  return { ...place, parts, forge: forgeWith(), forgeWith, propose, stored };
}

const log = createLog({ level: "silent", format: "json" });
const extras = { labels: [], reviewers: [] };

const text = {
  title: "Edit a page",
  body: "",
  draft: false,
  base: "main",
  checks: [],
  sessionId: "job_1",
};

describe("people work on the remote, and the forge", () => {
  forgeSuite(async (): Promise<ForgeStage> => {
    const { forge, origin, main } = await setUp();
    return {
      forge,
      commit: (branch, files) => origin.commit(branch, files, main),
      mergeByHand: async (branch) => {
        const commit = await branchCommit(origin.path, branch);
        await origin.git("update-ref", "refs/heads/main", commit);
      },
      deleteBranch: async (branch) => {
        await origin.git("update-ref", "-d", `refs/heads/${branch}`);
      },
      readMain: (file) => origin.git("show", `main:${file}`).catch(() => undefined),
    };
  });
});

test("a merge is on the remote before it is recorded", async () => {
  const { propose, forge, tip, repository, origin, main } = await setUp();
  const { number, headCommit } = await propose();
  expect(await forge.merge(number, headCommit)).toMatchObject({ state: "merged" });
  const merged = await tip("main");
  expect(merged).not.toBe(main);
  expect(await branchCommit(repository, "main")).toBe(merged);
  expect(await origin.git("log", "-1", "--format=%s|%P", "main")).toBe(
    `Merge change ${number}: Edit a page|${main} ${headCommit}\n`,
  );
});

test("a merge that the host declines leaves everything as it was, and works when it is allowed", async () => {
  const { propose, forge, forgeWith, tip, repository, origin, main, stored } = await setUp();
  const { number } = await propose();
  await mkdir(join(origin.path, "hooks"));
  const hook = join(origin.path, "hooks/pre-receive");
  await writeFile(hook, "#!/bin/sh\ngrep -q refs/heads/main && exit 1\nexit 0\n");
  await chmod(hook, 0o755);
  const before = await stored(number);
  await expect(forge.merge(number)).rejects.toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("declined"),
  });
  const wrong = forgeWith(`${remoteToken}-no`).merge(number);
  await expect(wrong).rejects.toMatchObject({ code: "forbidden" });
  expect(await stored(number)).toEqual(before);
  expect(await branchCommit(repository, "main")).toBe(main);
  expect(await tip("main")).toBe(main);
  await chmod(hook, 0o644);
  expect(await forge.merge(number)).toMatchObject({ state: "merged" });
});

test("two merges at once both reach the remote, or one says that the base moved", async () => {
  const { propose, forge, commit, repository, remote, main, origin } = await setUp();
  const first = await propose();
  const headCommit = await commit("docs/y", { "y.md": "y\n" });
  const publication = { repository, remote: remote(), branch: "docs/y", commit: headCommit };
  await publishCommit({ ...publication, expected: main, base: "main" });
  const second = await forge.open({ ...text, head: "docs/y", headCommit });
  const results = await Promise.allSettled([forge.merge(first.number), forge.merge(second.number)]);
  for (const result of results) {
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
  }
  for (const { number } of [first, second])
    expect(await forge.merge(number)).toMatchObject({ state: "merged" });
  expect(await origin.git("show", "main:y.md")).toBe("y\n");
  expect(await origin.git("show", "main:a.md")).toBe("edited\n");
});

test("a merge that was pushed and never written down is told as merged, and not made again", async () => {
  const { propose, forge, parts, repository, remote, tip, stored } = await setUp();
  const { number, headCommit } = await propose();
  // Another store knows of the same branch: its merge is one that this store was never told of.
  const db = await openTestStore("sqlite");
  const project = { id: await addTestProject(db), domain: "acme" };
  const killed = remoteForge({ ...parts, db, project, repository, remote: remote() });
  await killed.merge((await killed.open({ ...text, head: "docs/x", headCommit })).number);
  const merged = await tip("main");
  expect(await stored(number)).toMatchObject({ state: "open" });
  expect(await forge.merge(number)).toMatchObject({ state: "merged", headCommit });
  expect(await tip("main")).toBe(merged);
});

test("a remote that cannot be asked is told as it was last seen, and nothing is merged", async () => {
  const { propose, forge, forgeWith, origin, tip, main } = await setUp();
  const change = await propose();
  const locked = forgeWith(`${remoteToken}-no`);
  expect(await locked.read(change.number)).toEqual(change);
  await rename(origin.path, `${origin.path}-gone`);
  expect(await forge.ofBranch("docs/x")).toEqual([change]);
  await expect(forge.merge(change.number)).rejects.toMatchObject({ code: "not_found" });
  expect(await forge.close(change.number)).toMatchObject({ state: "closed" });
  await rename(`${origin.path}-gone`, origin.path);
  expect(await tip("main")).toBe(main);
});

test("what is read may be a little old, what is done may not", async () => {
  const { propose, forge, origin, repository } = await setUp({ maxAgeMs: 60_000 });
  const { number } = await propose();
  await origin.git("update-ref", "-d", "refs/heads/docs/x");
  expect(await forge.read(number)).toMatchObject({ state: "open" });
  await expect(forge.markReady(number)).rejects.toMatchObject({ code: "conflict" });
  expect(await forge.read(number)).toMatchObject({ state: "closed" });
  expect(await resolveCommit(repository, "refs/heads/docs/x")).toBeUndefined();
});

test("a mirror gets the forge that pushes, any other repository the local one", async () => {
  const { propose, parts, repository, remote, origin, tip, main } = await setUp();
  const { number } = await propose();
  await chooseForge({ ...parts, log, extras }, { path: repository, remote: remote() }).merge(
    number,
  );
  const merged = await tip("main");
  expect(merged).not.toBe(main);
  const local = chooseForge({ ...parts, log, extras }, { path: origin.path });
  expect(await local.read(number)).toMatchObject({ state: "merged" });
});

test("a remote that hangs holds nobody up", async () => {
  const { parts, repository, remote } = await setUp();
  const { promise: hang, reject } = Promise.withResolvers<never>();
  const slow = { ...remote(), access: () => hang };
  const looks = patientLooks(20, () => undefined);
  const forge = remoteForge({ ...parts, looks, repository, remote: slow, maxAgeMs: 0 });
  expect(await forge.ofBranch("docs/x")).toEqual([]);
  expect(await forge.read(1)).toBeUndefined();
  reject(new AppError("unavailable", "It is down after all."));
});
