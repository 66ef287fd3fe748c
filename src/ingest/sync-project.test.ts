import { mkdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { embedder, openTestStore } from "../../test/harness.ts";
import { makeTree } from "../../test/make-tree.ts";
import { makeTreeBomb } from "../../test/make-tree-bomb.ts";
import { member } from "../../test/owner.ts";
import { addTestProject, noon } from "../../test/store-rows.ts";
import { fixedAccess } from "../git/run/git-access.ts";
import type { Actor } from "../lib/actor.ts";
import { createLog } from "../lib/log.ts";
import { oneAtATime } from "../lib/one-at-a-time.ts";
import { visiblePages } from "../store/docs/pages.ts";
import { findProject } from "../store/docs/projects.ts";
import { withdrawSource } from "../store/docs/revisions.ts";
import { insertSource, listSources, newSource, updateSourcePlace } from "../store/docs/sources.ts";
import { type SourceLimits, withoutLimits } from "./sources/source-limits.ts";
import { createSyncBoard } from "./sync-board.ts";
import { syncProject } from "./sync-project.ts";
import type { SyncReport } from "./sync-report.ts";
import { syncStoredSource } from "./sync-stored-source.ts";

const owner: Actor = member("editor");

async function openProject() {
  const db = await openTestStore("sqlite");
  const projectId = await addTestProject(db);
  const stop = new AbortController();
  const clock = { now: () => new Date(noon) };
  const deps = {
    db,
    embedder,
    clock,
    limits: withoutLimits,
    mirrorFolder: "/nowhere",
    access: fixedAccess({ logins: new Map(), ssh: {} }),
    board: createSyncBoard(clock),
    log: createLog({ level: "silent", format: "json" }),
    signal: stop.signal,
    inTurn: oneAtATime<SyncReport>(),
  };
  const addSource = async (id: string, pages: Record<string, string>) => {
    const { root } = await makeTree(pages);
    const place = { kind: "folder", location: root, branch: "", subfolder: "" } as const;
    await insertSource(db, { ...newSource(projectId, place, noon), id });
  };
  return { db, projectId, deps, stop, addSource };
}

test("every source is read, and the report is of all of them", async () => {
  const { projectId, deps, addSource } = await openProject();
  await addSource("src_1", { "a.md": "# A\n", "b.md": "# B\n" });
  await addSource("src_2", { "c.md": "# C\n" });
  const first = await syncProject(deps, owner, projectId);
  expect(first).toMatchObject({ pages: 3, added: ["a.md", "b.md", "c.md"], removed: [] });
  const second = await syncProject(deps, owner, projectId);
  expect(second).toEqual({ ...first, added: [] });
});

test("only an admin key of the project, the owner and the operator may", async () => {
  const { projectId, deps, addSource } = await openProject();
  await addSource("src_1", { "a.md": "# A\n" });
  for (const actor of [
    { kind: "assistant", keyId: "key_1", projectId },
    { kind: "admin", keyId: "key_1", projectId: "prj_2" },
  ] as const)
    await expect(syncProject(deps, actor, projectId)).rejects.toMatchObject({ code: "forbidden" });
  await syncProject(deps, { kind: "admin", keyId: "key_1", projectId }, projectId);
  await syncProject(deps, { kind: "operator" }, projectId);
});

test("a server that stops says so", async () => {
  const { projectId, deps, stop, addSource } = await openProject();
  await addSource("src_1", { "a.md": "# A\n" });
  stop.abort();
  await expect(syncProject(deps, owner, projectId)).rejects.toMatchObject({
    code: "unavailable",
    retryAfterSeconds: 5,
  });
});

test("a source that fails does not keep the others from being read, and says why until it works", async () => {
  const { db, projectId, deps, addSource } = await openProject();
  const { root } = await makeTree({});
  const place = { kind: "folder", location: `${root}/gone`, branch: "", subfolder: "" } as const;
  await insertSource(db, { ...newSource(projectId, place, noon), id: "src_0" });
  await addSource("src_1", { "a.md": "# A\n" });
  await expect(syncProject(deps, owner, projectId)).rejects.toMatchObject({ code: "not_found" });
  const [broken, whole] = await listSources(db, projectId);
  expect(broken).toMatchObject({
    error: expect.stringContaining("does not exist"),
    checkedAt: noon,
  });
  expect(whole).toMatchObject({ error: "", syncedAt: noon });
  expect(deps.board.failing()).toBe(1);
  await mkdir(`${root}/gone`);
  await syncProject(deps, owner, projectId);
  expect((await listSources(db, projectId)).map(({ error }) => error)).toEqual(["", ""]);
  expect(deps.board.failing()).toBe(0);
});

test("a repository of a few objects that names millions of pages is refused, and what was there is served on", async () => {
  const { db, projectId, deps } = await openProject();
  const small = await makeTreeBomb(2, { ending: ".md" });
  const place = { kind: "git", location: small.gitDirectory, branch: "", subfolder: "" } as const;
  await insertSource(db, { ...newSource(projectId, place, noon), id: "src_1" });
  const limits = { sourceFiles: 1_000, sourcePages: 100, sourceBytes: 200 };
  expect(await syncProject({ ...deps, limits }, owner, projectId)).toMatchObject({ pages: 100 });
  const bomb = await makeTreeBomb(7, { ending: ".md" });
  await updateSourcePlace(db, "src_1", { location: bomb.gitDirectory });
  await expect(syncProject({ ...deps, limits }, owner, projectId)).rejects.toMatchObject({
    code: "too_large",
    message: expect.stringContaining("DOCENT_MAX_SOURCE_FILES"),
  });
  const [source] = await listSources(db, projectId);
  expect(source?.error).toContain("more than 1,000 files");
  const project = await findProject(db, projectId);
  expect(await visiblePages(db, project?.currentRevisionId ?? "")).toHaveLength(100);
});

test("a source of more pages, or of larger ones, than a source may have is refused with what to do", async () => {
  const { projectId, deps, addSource } = await openProject();
  await addSource("src_1", { "a.md": "# A\n", "b.md": "# B\n", "c.py": "print(1)\n" });
  const sync = (limits: Partial<SourceLimits>) =>
    syncProject({ ...deps, limits: { ...withoutLimits, ...limits } }, owner, projectId);
  await expect(sync({ sourceFiles: 2 })).rejects.toThrow("DOCENT_MAX_SOURCE_FILES");
  await expect(sync({ sourcePages: 1 })).rejects.toThrow("DOCENT_MAX_SOURCE_PAGES");
  await expect(sync({ sourceBytes: 7 })).rejects.toThrow("DOCENT_MAX_SOURCE_MB");
  expect(await sync({ sourceFiles: 3, sourcePages: 2, sourceBytes: 8 })).toMatchObject({
    pages: 2,
  });
});

test("the pages that one file gives are counted as well", async () => {
  const { projectId, deps, addSource } = await openProject();
  const operation = { summary: "x", responses: {} };
  const api = {
    openapi: "3.1.0",
    info: { title: "A" },
    paths: { "/a": { get: operation, put: operation } },
  };
  await addSource("src_1", { "openapi.json": JSON.stringify(api) });
  const limits = { ...withoutLimits, sourcePages: 2 };
  const syncing = syncProject({ ...deps, limits }, owner, projectId);
  await expect(syncing).rejects.toThrow("more than 2 pages");
  expect(await syncProject(deps, owner, projectId)).toMatchObject({ pages: 3 });
});

test("files that were left out and faults are counted", async () => {
  const { projectId, deps, addSource } = await openProject();
  await addSource("src_1", { "a.md": "---\ntitle: [\n---\n# A\n", "b.md": "b\0" });
  const report = await syncProject(deps, owner, projectId);
  expect(report).toMatchObject({ pages: 1, skipped: 1 });
  expect(report.problems).toBeGreaterThan(0);
});

test("a source whose token is not set says which setting is missing", async () => {
  const { db, projectId, deps } = await openProject();
  const place = { kind: "git", location: "https://git.example/x.git", branch: "" } as const;
  await insertSource(
    db,
    newSource(projectId, { ...place, subfolder: "", credential: "ACME" }, noon),
  );
  await expect(syncProject(deps, owner, projectId)).rejects.toThrow("DOCENT_GIT_TOKEN_ACME");
});

test("pages of a source that is removed while it is synced do not stay", async () => {
  const { db, projectId, deps, addSource } = await openProject();
  await addSource("src_1", { "a.md": "# A\n" });
  await addSource("src_2", { "b.md": "# B\n" });
  await syncProject(deps, owner, projectId);
  let removal: Promise<void> | undefined;
  const onProgress = () => {
    removal ??= withdrawSource(db, { projectId, sourceId: "src_2", at: noon });
  };
  const syncing = syncStoredSource(deps, "src_2", { onProgress });
  await expect(syncing).rejects.toMatchObject({ code: "not_found" });
  await removal;
  const project = await findProject(db, projectId);
  const pages = await visiblePages(db, project?.currentRevisionId ?? "");
  expect(pages.map(({ path }) => path)).toEqual(["a.md"]);
});
