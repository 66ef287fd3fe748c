import { describe, expect, test } from "vitest";
import { type ForgeStage, forgeSuite } from "../../test/forge-suite.ts";
import { openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { makeRepository } from "../../test/make-repository.ts";
import { addTestProject, noon } from "../../test/store-rows.ts";
import { branchCommit } from "../git/read/resolve-commit.ts";
import { runGit } from "../git/run/git.ts";
import { localForge } from "./local-forge.ts";

const clock = { now: () => new Date(noon) };

async function createStage(kind: StoreKind): Promise<ForgeStage & { path: string }> {
  const db = await openTestStore(kind);
  const repository = await makeRepository({ "a.md": "a\n" });
  const project = { id: await addTestProject(db), domain: "acme" };
  const { path } = repository;
  return {
    path,
    forge: localForge({ db, clock, repository: path, publicUrl: "http://docent.test/", project }),
    async commit(branch, files) {
      return repository.commit(branch, files, await branchCommit(path, "main"));
    },
    async mergeByHand(branch) {
      const commit = await branchCommit(path, branch);
      await repository.git("update-ref", "refs/heads/main", commit);
    },
    async deleteBranch(branch) {
      await repository.git("update-ref", "-d", `refs/heads/${branch}`);
    },
    readMain: (file) => repository.git("show", `main:${file}`).catch(() => undefined),
  };
}

describe.each(storeKinds)("on %s", (kind) => {
  forgeSuite(() => createStage(kind));
});

const proposal = { base: "main", draft: false, checks: [], sessionId: "", body: "" };

test("a change's address is its page in the dashboard", async () => {
  const { forge, commit } = await createStage("sqlite");
  const headCommit = await commit("x", { "a.md": "b\n" });
  const change = await forge.open({ ...proposal, title: "T", head: "x", headCommit });
  expect(change).toMatchObject({
    number: 1,
    url: "http://docent.test/dashboard/acme/changes/1",
    sessionId: "",
  });
});

test.each(storeKinds)("text from a model is stored without what %s cannot keep", async (kind) => {
  const { forge, commit } = await createStage(kind);
  const headCommit = await commit("x", { "a.md": "b\n" });
  const findings = ["a\0\ud800"];
  const change = await forge.open({
    ...proposal,
    title: ` \0A\n\ttitle\ud800 ${"x".repeat(1_000)}`,
    body: `\0b\ud800${"y".repeat(200_000)}`,
    head: "x",
    headCommit,
    checks: [{ name: "n", passed: false, findings }],
  });
  expect(change.title).toMatch(/^A title\ufffd x+$/);
  expect(change.title.length).toBeLessThanOrEqual(300);
  expect(change.body).toHaveLength(100_000);
  expect(await forge.read(1)).toEqual(change);
});

test("a merge that was killed before it was written down is told as merged", async () => {
  const { forge, commit, mergeByHand } = await createStage("sqlite");
  const headCommit = await commit("x", { "a.md": "b\n" });
  await forge.open({ ...proposal, title: "T", head: "x", headCommit });
  await mergeByHand("x");
  expect(await forge.merge(1)).toMatchObject({ state: "merged", headCommit });
});

test("a merge commit names the change", async () => {
  const { forge, commit, path } = await createStage("sqlite");
  const headCommit = await commit("x", { "a.md": "b\n" });
  await forge.open({ ...proposal, title: "Edit", head: "x", headCommit });
  await forge.merge(1);
  const { stdout } = await runGit(["log", "-1", "--format=%s|%an|%ct", "main"], {
    gitDirectory: path,
  });
  expect(stdout.toString()).toBe(`Merge change 1: Edit|Docent|${Date.parse(noon) / 1000}\n`);
});

test("a merge commit mentions nobody, closes nothing and switches nothing off", async () => {
  const { forge, commit, path } = await createStage("sqlite");
  const headCommit = await commit("x", { "a.md": "b\n" });
  const title = "Fixes `#1`  for `@ada`, closes https://a.b/issues/2 [skip  ci] \u202e\u001b[31m";
  await forge.open({ ...proposal, title, head: "x", headCommit });
  await forge.merge(1);
  const { stdout } = await runGit(["log", "-1", "--format=%B", "main"], { gitDirectory: path });
  expect(stdout.toString().trim()).toBe(
    "Merge change 1: Fixes `# 1` for `@ ada`, closes <https:// a.b/issues/2 (skip ci) [31m",
  );
});

test("branches that are missing, unsafe or moved away are refused", async () => {
  const { forge, commit } = await createStage("sqlite");
  const headCommit = await commit("x", { "a.md": "b\n" });
  const open = (more: object) =>
    forge.open({ ...proposal, title: "T", head: "x", headCommit, ...more });
  await expect(open({ head: "gone" })).rejects.toMatchObject({ code: "not_found" });
  await expect(open({ base: "gone" })).rejects.toMatchObject({ code: "not_found" });
  await expect(open({ head: "--all" })).rejects.toMatchObject({ code: "invalid_request" });
  const elsewhere = await commit("y", { "y.md": "y\n" });
  await expect(open({ headCommit: elsewhere })).rejects.toMatchObject({ code: "conflict" });
  expect(await forge.ofBranch("x")).toEqual([]);
});
