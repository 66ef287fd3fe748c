import { describe, expect, test } from "vitest";
import { embedder, openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { makeTree } from "../../test/make-tree.ts";
import { addTestProject, noon } from "../../test/store-rows.ts";
import { folderSource } from "../ingest/sources/folder.ts";
import { syncSource } from "../ingest/sync-source.ts";
import type { Actor } from "../lib/actor.ts";
import { visiblePages } from "../store/docs/pages.ts";
import { findProject } from "../store/docs/projects.ts";
import { findSource, type SourcePlace } from "../store/docs/sources.ts";
import { addSource, removeSource, updateSource } from "./change-sources.ts";
import { listSources } from "./list-sources.ts";

const operator: Actor = { kind: "operator" };

async function openProject(kind: StoreKind) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const clock = { now: () => new Date(noon) };
  const add = async (pages: Record<string, string>, more: Partial<SourcePlace> = {}) => {
    const { root } = await makeTree(pages);
    const place = { kind: "folder", location: root, branch: "", subfolder: "" } as const;
    const site = { mount: "", baseUrl: "", credential: "" };
    const input = { projectId, place: { ...place, ...site, ...more } };
    const source = await addSource({ db, clock }, operator, input);
    await syncSource({ db, clock, embedder }, source, folderSource({ root }));
    return source;
  };
  const pages = async () => {
    const project = await findProject(db, projectId);
    return (await visiblePages(db, project?.currentRevisionId ?? "")).map(({ path }) => path);
  };
  const remove = (sourceId: string, actor = operator) =>
    removeSource({ db, clock }, actor, { projectId, sourceId });
  return { db, clock, projectId, add, pages, remove };
}

describe.each(storeKinds)("on %s", (kind) => {
  test("a second source puts its pages under its folder, and takes them along when it is removed", async () => {
    const { db, projectId, add, pages, remove } = await openProject(kind);
    await add({ "a.md": "# A\n" });
    const second = await add({ "a.md": "# Other\n", "b.md": "# B\n" }, { mount: "./guides//api/" });
    expect(second.mount).toBe("guides/api");
    expect(await pages()).toEqual(["a.md", "guides/api/a.md", "guides/api/b.md"]);
    const before = await findProject(db, projectId);
    await remove(second.id);
    expect(await pages()).toEqual(["a.md"]);
    expect((await findProject(db, projectId))?.currentRevisionId).not.toBe(
      before?.currentRevisionId,
    );
    expect(await findSource(db, second.id)).toBeUndefined();
  });

  test("the only source stays, and one that is not there is answered with those that are", async () => {
    const { add, remove } = await openProject(kind);
    const { id } = await add({ "a.md": "# A\n" });
    await expect(remove(id)).rejects.toMatchObject({ code: "conflict" });
    await expect(remove("src_none")).rejects.toThrow(`There are: ${id}`);
  });

  test("sources are listed with their pages, faults and progress, and without credentials", async () => {
    const { db, projectId, add } = await openProject(kind);
    const source = await add({ "a.md": "# A\n", "b.md": "---\ntitle: [\n---\n\n# B\n" });
    const location = "https://bob:hunter2@git.example/x.git";
    await db.updateTable("sources").set({ location }).execute();
    const progress = { phase: "reading", done: 1, total: 2, pagesPerSecond: 3, startedAt: noon };
    const deps = { db, progressOf: () => ({ ...progress, phase: "reading" as const }) };
    const [listed] = await listSources(deps, operator, projectId);
    expect(listed).toMatchObject({
      id: source.id,
      location: "https://git.example/x.git",
      generator: "plain",
      pages: 2,
      syncedAt: noon,
      error: "",
      progress,
    });
    expect(listed?.problems).toEqual([
      { path: "b.md", line: expect.any(Number), message: expect.any(String) },
    ]);
  });

  test("a source is changed in part", async () => {
    const { db, projectId, add } = await openProject(kind);
    const source = await add({ "a.md": "# A\n" });
    const update = (place: Partial<SourcePlace>) =>
      updateSource({ db }, operator, { projectId, sourceId: source.id, place });
    await db.updateTable("sources").set({ syncedAt: noon }).execute();
    await update({ mount: "", location: source.location });
    expect(await findSource(db, source.id)).toMatchObject({ syncedAt: noon });
    await update({ mount: "x/y/", credential: "ACME" });
    await update({});
    expect(await findSource(db, source.id)).toMatchObject({
      location: source.location,
      mount: "x/y",
      credential: "ACME",
      // A run that is cut off before the sync leaves it to the next one.
      syncedAt: null,
    });
  });
});

test.each(["../up", "/abs", "a/../b", ".git", "a\nb", "x".repeat(201)])(
  "%j cannot be a mount folder",
  async (mount) => {
    const { add } = await openProject("sqlite");
    await expect(add({ "a.md": "a" }, { mount })).rejects.toMatchObject({
      code: "invalid_request",
    });
  },
);

test("only the operator changes sources, and only an admin key of the project sees them", async () => {
  const { db, clock, projectId, add, remove } = await openProject("sqlite");
  const source = await add({ "a.md": "# A\n" });
  const admin: Actor = { kind: "admin", keyId: "key_1", projectId };
  const forbidden = { code: "forbidden" };
  await expect(remove(source.id, admin)).rejects.toMatchObject(forbidden);
  await expect(addSource({ db, clock }, admin, { projectId, place: source })).rejects.toMatchObject(
    forbidden,
  );
  await expect(
    updateSource({ db }, admin, { projectId, sourceId: source.id, place: { mount: "x" } }),
  ).rejects.toMatchObject(forbidden);
  const deps = { db, progressOf: () => undefined };
  expect(await listSources(deps, admin, projectId)).toHaveLength(1);
  for (const actor of [
    { kind: "assistant", keyId: "key_1", projectId },
    { kind: "admin", keyId: "key_1", projectId: "prj_2" },
  ] as const)
    await expect(listSources(deps, actor, projectId)).rejects.toMatchObject(forbidden);
});
