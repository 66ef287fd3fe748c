import { describe, expect, test, vi } from "vitest";
import { wrapGit } from "../../test/git-wrapper.ts";
import { openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { makeRepository } from "../../test/make-repository.ts";
import { addTestProject, noon } from "../../test/store-rows.ts";
import {
  changeDetail,
  changeQuery,
  change as changeSchema,
  changeSummary,
} from "../contract/changes.ts";
import { localForge } from "../forge/local-forge.ts";
import { createSettledBranches } from "../forge/local-place.ts";
import { branchCommit } from "../git/read/resolve-commit.ts";
import type { Actor } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { createDiffCache } from "./change-diff.ts";
import { closeChange, mergeChange, readyChange } from "./decide-change.ts";
import { listChanges } from "./list-changes.ts";
import { revertChange } from "./revert-change.ts";
import { showChange } from "./show-change.ts";

const operator: Actor = { kind: "operator" };
const clock = { now: () => new Date(noon) };

describe.each(storeKinds)("on %s", (kind) => {
  test("changes are listed with exactly the fields of the contract", async () => {
    const { deps, projectId, open } = await openChanges(kind);
    await open("x", { "a.md": "x\n" });
    await open("y", { "b.md": "y\n" });
    const { changes, nextCursor, counts } = await listChanges(deps, operator, all(projectId));
    expect(changes.map(({ number, head }) => [number, head])).toEqual([
      [2, "y"],
      [1, "x"],
    ]);
    for (const change of changes) changeSummary.strict().parse(change);
    expect(nextCursor).toBe("");
    expect(counts).toEqual({ open: 2, draft: 0, merged: 0, closed: 0, all: 2 });
  });

  test("a list is handed out in parts, by state and by what was searched for", async () => {
    const { deps, projectId, open } = await openChanges(kind);
    for (const head of ["one_a", "two", "oneb", "fix/one%A", "five"])
      await open(head, { [`${head}.md`]: "x\n" }, head === "two");
    await mergeChange(deps, operator, { projectId, number: 3 });
    await closeChange(deps, operator, { projectId, number: 5 });
    const list = async (query: object) => {
      const { changes, nextCursor } = await listChanges(deps, operator, all(projectId, query));
      return [changes.map(({ number }) => number), nextCursor];
    };
    expect(await list({ limit: 2 })).toEqual([[5, 4], "4"]);
    expect(await list({ limit: 2, cursor: "4" })).toEqual([[3, 2], "2"]);
    expect(await list({ limit: 2, cursor: "2" })).toEqual([[1], ""]);
    expect(await list({ state: "open" })).toEqual([[4, 2, 1], ""]);
    expect(await list({ state: "draft" })).toEqual([[2], ""]);
    expect(await list({ state: "merged" })).toEqual([[3], ""]);
    expect(await list({ state: "closed" })).toEqual([[5], ""]);
    expect(await list({ q: "ONE" })).toEqual([[4, 3, 1], ""]);
    expect(await list({ q: "one_a" })).toEqual([[1], ""]);
    expect(await list({ q: "one%" })).toEqual([[4], ""]);
    expect(await list({ q: "#2" })).toEqual([[2], ""]);
    const { counts } = await listChanges(deps, operator, all(projectId, { q: "nothing" }));
    expect(counts).toEqual({ open: 3, draft: 1, merged: 1, closed: 1, all: 5 });
    for (const cursor of ["0", "-1", "x", "1e3", "9".repeat(10)])
      await expect(list({ cursor })).rejects.toMatchObject({ code: "invalid_request" });
  });

  test("a change is shown with its diff, before and after the merge", async () => {
    const { deps, projectId, open, merged } = await openChanges(kind);
    await open("x", { "a.md": "x\n", "new.md": "n\n" });
    const address = { projectId, number: 1 };
    const before = changeDetail.strict().parse(await showChange(deps, operator, address));
    expect(before).toMatchObject({ change: { state: "open" }, truncated: false, conflicts: [] });
    expect(before.files.map(({ path, status }) => [path, status])).toEqual([
      ["a.md", "modified"],
      ["new.md", "added"],
    ]);
    const change = await mergeChange(deps, operator, address);
    expect(change).toMatchObject({ number: 1, state: "merged" });
    expect(changeSchema.strict().parse(change)).toEqual(change);
    expect(merged).toEqual([projectId]);
    const after = await showChange(deps, operator, address);
    expect(after.files).toEqual(before.files);
  });

  test("what stands in the way of a merge is shown, and refused with details", async () => {
    const { deps, projectId, open, repository, merged } = await openChanges(kind);
    await open("x", { "a.md": "x\n" });
    await repository.commit("main", { "a.md": "m\n" });
    const address = { projectId, number: 1 };
    const { conflicts } = await showChange(deps, operator, address);
    expect(conflicts).toEqual([
      { path: "a.md", reason: '"main" and "x" changed the same part of this file.' },
    ]);
    await expect(mergeChange(deps, operator, address)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("they do not agree on one file"),
      details: conflicts.map(({ path, reason }) => ({ path, message: reason })),
    });
    expect(merged).toEqual([]);
  });

  test("a draft must be marked ready before it is merged", async () => {
    const { deps, projectId, open, merged } = await openChanges(kind);
    await open("x", { "a.md": "x\n" }, true);
    const address = { projectId, number: 1 };
    const early = mergeChange(deps, operator, address);
    await expect(early).rejects.toMatchObject({ code: "conflict" });
    await expect(early).rejects.toThrow("Mark it as ready");
    expect(merged).toEqual([]);
    expect(await readyChange(deps, operator, address)).toMatchObject({ draft: false });
    expect(await mergeChange(deps, operator, address)).toMatchObject({ state: "merged" });
  });

  test("a closed change keeps its diff and is merged no more", async () => {
    const { deps, projectId, open, repository } = await openChanges(kind);
    await open("x", { "a.md": "x\n" });
    const address = { projectId, number: 1 };
    expect(await closeChange(deps, operator, address)).toMatchObject({ state: "closed" });
    await expect(mergeChange(deps, operator, address)).rejects.toThrow("closed already");
    await repository.git("branch", "-D", "x");
    const { files, conflicts } = await showChange(deps, operator, address);
    expect(files).toHaveLength(1);
    expect(conflicts).toEqual([]);
  });
});

describe.each(["merge commit", "squash", "by hand"] as const)(
  "a change that came in by %s",
  (how) => {
    test("is reverted by a new change upon what the base is now, once", async () => {
      const { deps, projectId, open, repository } = await openChanges("sqlite");
      await open("x", { "a.md": "x\n", "new.md": "n\n" });
      const address = { projectId, number: 1 };
      await expect(revertChange(deps, operator, address)).rejects.toThrow("not merged");
      if (how === "merge commit") await mergeChange(deps, operator, address);
      if (how === "by hand") await repository.git("update-ref", "refs/heads/main", "refs/heads/x");
      if (how === "squash") {
        await repository.commit("main", { "a.md": "x\n", "new.md": "n\n" });
        await deps.db.updateTable("changes").set({ state: "merged" }).execute();
      }
      await repository.commit("main", { "later.md": "l\n" });
      const revert = await revertChange(deps, operator, address);
      expect(revert).toEqual({ number: 2 });
      expect(await revertChange(deps, operator, address)).toEqual(revert);
      const { change, files, conflicts } = await showChange(deps, operator, {
        projectId,
        ...revert,
      });
      expect(change).toMatchObject({ title: 'Revert "Edit x"', state: "open", base: "main" });
      expect(change.body).toContain("/changes/1");
      expect(conflicts).toEqual([]);
      expect(files.map(({ path, status }) => [path, status])).toEqual([
        ["a.md", "modified"],
        ["new.md", "deleted"],
      ]);
      await mergeChange(deps, operator, { projectId, ...revert });
      expect(await repository.git("show", "main:a.md")).toBe("a\n");
      expect(await repository.git("show", "main:later.md")).toBe("l\n");
      await expect(revertChange(deps, operator, address)).rejects.toThrow("nothing left");
      const again = await revertChange(deps, operator, { projectId, ...revert });
      await mergeChange(deps, operator, { projectId, ...again });
      expect(await repository.git("show", "main:new.md")).toBe("n\n");
    });
  },
);

test("what was changed since is not reverted over it, and a closed revert gives way to another", async () => {
  const { deps, projectId, open, repository } = await openChanges("sqlite");
  await open("x", { "a.md": "x\n" });
  const address = { projectId, number: 1 };
  await mergeChange(deps, operator, address);
  const merged = await repository.git("rev-parse", "main");
  await repository.commit("main", { "a.md": "later\n" });
  await expect(revertChange(deps, operator, address)).rejects.toMatchObject({
    code: "conflict",
    details: [{ path: "a.md", message: "This part of the file was changed again since." }],
  });
  await repository.git("update-ref", "refs/heads/main", merged.trim());
  const first = await revertChange(deps, operator, address);
  await closeChange(deps, operator, { projectId, ...first });
  const second = await revertChange(deps, operator, address);
  expect(second.number).toBe(3);
});

test("a change that is looked at again takes one git process, and sees at once what moved", async () => {
  const { deps, projectId, repository, open } = await openChanges("sqlite");
  await open("x", { "a.md": "x\n" });
  const git = await wrapGit();
  vi.stubEnv("PATH", git.path);
  const look = async () => {
    const before = git.calls().length;
    const { conflicts, change } = await showChange(deps, operator, { projectId, number: 1 });
    return { processes: git.calls().length - before, conflicts, state: change.state };
  };
  await look();
  expect(await look()).toEqual({ processes: 1, conflicts: [], state: "open" });
  await repository.commit("main", { "a.md": "y\n" });
  expect((await look()).conflicts).toMatchObject([{ path: "a.md" }]);
  expect(await look()).toMatchObject({ processes: 1, conflicts: [{ path: "a.md" }] });
  await repository.git("update-ref", "refs/heads/main", "refs/heads/x");
  expect(await look()).toMatchObject({ conflicts: [], state: "merged" });
  vi.unstubAllEnvs();
});

test("only what was reviewed is merged", async () => {
  const { deps, projectId, open, repository } = await openChanges("sqlite");
  const headCommit = await open("x", { "a.md": "x\n" });
  const newest = await repository.commit("x", { "b.md": "surprise\n" });
  const address = { projectId, number: 1 };
  const stale = mergeChange(deps, operator, { ...address, headCommit });
  await expect(stale).rejects.toMatchObject({ code: "conflict" });
  const fresh = await mergeChange(deps, operator, { ...address, headCommit: newest });
  expect(fresh.state).toBe("merged");
});

test("a diff whose commits are gone is left out, not an error", async () => {
  const { deps, projectId, open, repository } = await openChanges("sqlite");
  await open("x", { "a.md": "x\n" });
  await repository.git("branch", "-D", "x");
  await repository.git("gc", "--quiet", "--prune=now");
  const detail = await showChange(deps, operator, { projectId, number: 1 });
  expect(detail).toMatchObject({ change: { state: "closed" }, files: [], truncated: true });
});

test("a missing base is told instead of hiding the diff", async () => {
  const { deps, projectId, open, repository } = await openChanges("sqlite");
  await open("x", { "a.md": "x\n" });
  await repository.git("update-ref", "-d", "refs/heads/main");
  const detail = await showChange(deps, operator, { projectId, number: 1 });
  expect(detail.files).toHaveLength(1);
  expect(detail.conflicts).toEqual([
    { path: "", reason: 'The repository has no branch named "main".' },
  ]);
});

test("a project without a repository has no changes, one that lost it says so", async () => {
  const { deps, projectId, open } = await openChanges("sqlite");
  const repositoryOf = async () => {
    throw new AppError("conflict", "This project has no repository.");
  };
  const without = { ...deps, repositoryOf };
  expect(await listChanges(without, operator, all(projectId))).toMatchObject({ changes: [] });
  await open("x", { "a.md": "x\n" });
  await expect(listChanges(without, operator, all(projectId))).rejects.toThrow("no repository");
  const shown = showChange(without, operator, { projectId, number: 1 });
  await expect(shown).rejects.toMatchObject({ code: "conflict" });
});

test("changes that are not there are not found", async () => {
  const { deps, projectId } = await openChanges("sqlite");
  const missing = { code: "not_found" };
  for (const number of [0, 1, 2 ** 40, Number.NaN]) {
    const address = { projectId, number };
    await expect(showChange(deps, operator, address)).rejects.toMatchObject(missing);
    await expect(mergeChange(deps, operator, address)).rejects.toMatchObject(missing);
    await expect(closeChange(deps, operator, address)).rejects.toMatchObject(missing);
    await expect(readyChange(deps, operator, address)).rejects.toMatchObject(missing);
  }
});

test("an assistant key and another project's admin key can do nothing here", async () => {
  const { deps, projectId, open, merged } = await openChanges("sqlite");
  await open("x", { "a.md": "x\n" }, true);
  const address = { projectId, number: 1 };
  const actors: Actor[] = [
    { kind: "assistant", keyId: "key_1", projectId },
    { kind: "admin", keyId: "key_2", projectId: "prj_2" },
  ];
  for (const actor of actors) {
    for (const call of [
      () => listChanges(deps, actor, all(projectId)),
      () => showChange(deps, actor, address),
      () => mergeChange(deps, actor, address),
      () => closeChange(deps, actor, address),
      () => readyChange(deps, actor, address),
      () => revertChange(deps, actor, address),
    ])
      await expect(call()).rejects.toMatchObject({ code: "forbidden" });
  }
  expect(merged).toEqual([]);
  const admin: Actor = { kind: "admin", keyId: "key_3", projectId };
  const { changes } = await listChanges(deps, admin, all(projectId));
  expect(changes).toMatchObject([{ state: "open", draft: true }]);
});

function all(projectId: string, query: object = {}) {
  return { projectId, query: { ...changeQuery.parse({}), ...query } };
}

async function openChanges(kind: StoreKind) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const repository = await makeRepository({ "a.md": "a\n" });
  const { path } = repository;
  const fork = await branchCommit(path, "main");
  const merged: string[] = [];
  const settled = createSettledBranches();
  const place = { db, clock, repository: path, publicUrl: "http://docent.test", settled };
  const forge = localForge({ ...place, project: { id: projectId, domain: "acme" } });
  const deps = {
    ...{ db, clock, publicUrl: place.publicUrl, diffs: createDiffCache() },
    repositoryOf: async () => ({ path, defaultBranch: "main", docsFolder: "" }),
    forgeOf: () => forge,
    afterMerge: async (id: string) => void merged.push(id),
  };
  const open = async (head: string, files: Record<string, string>, draft = false) => {
    const headCommit = await repository.commit(head, files, fork);
    const text = { title: `Edit ${head}`, body: "", checks: [], sessionId: "" };
    await forge.open({ ...text, draft, head, base: "main", headCommit });
    return headCommit;
  };
  return { deps, projectId, repository, merged, open };
}
