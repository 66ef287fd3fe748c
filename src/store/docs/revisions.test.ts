import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../../test/harness.ts";
import {
  addTestAnswer,
  addTestProject,
  addTestSource,
  countRows,
  emptyStoreLocation,
  minutesAfterNoon,
  noon,
  openUntilEnd,
  testBlob,
  testPage,
} from "../../../test/store-rows.ts";
import type { Database } from "../database.ts";
import { existingBlobs, insertBlobs } from "./blobs.ts";
import { findProject } from "./projects.ts";
import { faultyPages, revisionPages } from "./revision-pages.ts";
import { countPageProblems, publishRevision } from "./revisions.ts";
import { listSources } from "./sources.ts";

describe.each(storeKinds)("on %s", (kind) => {
  test("publishing makes the pages current and stamps the source", async () => {
    const { db, projectId, sourceId, publish } = await storeWithBlobs(kind);
    const { revisionId, changed } = await publish({ "b.md": "two", "a.md": "one" });
    expect(changed).toBe(true);
    expect(await current(db, projectId)).toBe(revisionId);
    expect(await revisionPages(db, revisionId)).toEqual([
      testPage(sourceId, "a.md", "one"),
      testPage(sourceId, "b.md", "two"),
    ]);
    expect(await listSources(db, projectId)).toMatchObject([{ syncedAt: noon }]);
    expect(await revisionRow(db, revisionId)).toMatchObject({ pageCount: 2 });
  });

  test("the same pages again make no new revision", async () => {
    const { db, projectId, publish } = await storeWithBlobs(kind);
    const first = await publish({ "a.md": "one" });
    const again = await publish({ "a.md": "one" }, { at: minutesAfterNoon(3) });
    expect(again).toEqual({ revisionId: first.revisionId, changed: false, taken: [] });
    expect(await countRows(db, "revisions")).toBe(1);
    expect(await listSources(db, projectId)).toMatchObject([{ syncedAt: minutesAfterNoon(3) }]);
  });

  test("a deleted page is gone with the publish that leaves it out", async () => {
    const { db, publish } = await storeWithBlobs(kind);
    await publish({ "a.md": "one", "b.md": "two" });
    const { revisionId } = await publish({ "a.md": "one" });
    expect((await revisionPages(db, revisionId)).map((page) => page.path)).toEqual(["a.md"]);
  });

  test("a publish that fails leaves the revision, the source and the blobs as they were", async () => {
    const { db, projectId, publish } = await storeWithBlobs(kind);
    const first = await publish({ "a.md": "one" });
    await expect(
      publish({ "a.md": "two", "b.md": "no such blob" }, { at: minutesAfterNoon(1) }),
    ).rejects.toThrow(/foreign key/i);
    expect(await current(db, projectId)).toBe(first.revisionId);
    expect(await listSources(db, projectId)).toMatchObject([{ syncedAt: noon }]);
    expect(await countRows(db, "revisions")).toBe(1);
  });

  test("pages and commits of other sources are carried over", async () => {
    const { db, projectId, sourceId, publish } = await storeWithBlobs(kind);
    const second = await addTestSource(db, projectId);
    await publish({ "a.md": "one" }, { commit: "aaa" });
    const other = { sourceId: second, commit: "bbb" };
    await publish({ "b.md": "two" }, other);
    const { revisionId } = await publish({ "a2.md": "three" }, { commit: "ccc" });
    expect(await revisionPages(db, revisionId)).toEqual([
      testPage(sourceId, "a2.md", "three"),
      testPage(second, "b.md", "two"),
    ]);
    const { commits } = await revisionRow(db, revisionId);
    expect(commits).toEqual({ [sourceId]: "ccc", [second]: "bbb" });
  });

  test("a path that another source holds is left out and named", async () => {
    const { db, projectId, sourceId, publish } = await storeWithBlobs(kind);
    const second = await addTestSource(db, projectId);
    await publish({ "a.md": "one" });
    const late = await publish({ "a.md": "two", "b.md": "two" }, { sourceId: second });
    expect(late.taken).toEqual(["a.md"]);
    expect(await revisionPages(db, late.revisionId)).toEqual([
      testPage(sourceId, "a.md", "one"),
      testPage(second, "b.md", "two"),
    ]);
  });

  test("two publishes at the same time end with the pages of both sources", async () => {
    const location = await emptyStoreLocation(kind);
    const db = await openUntilEnd(location);
    const projectId = await addTestProject(db);
    await insertBlobs(db, projectId, [testBlob("one")], noon);
    const sources = await Promise.all([1, 2, 3, 4, 5].map(() => addTestSource(db, projectId)));
    await Promise.all(
      sources.map((sourceId) =>
        publishRevision(db, {
          projectId,
          sourceId,
          commit: "",
          generator: "plain",
          problems: [],
          pages: [testPage(sourceId, `${sourceId}.md`, "one")],
          at: noon,
        }),
      ),
    );
    const pages = await revisionPages(db, (await current(db, projectId)) ?? "");
    expect(pages.map((page) => page.sourceId).sort()).toEqual(sources.sort());
  });

  test("old revisions go, but not the previous one, and never one an answer was given from", async () => {
    const { db, projectId, publish } = await storeWithBlobs(kind);
    const first = await publish({ "a.md": "one" });
    await addTestAnswer(db, projectId, { revisionId: first.revisionId });
    const second = await publish({ "a.md": "two" });
    const third = await publish({ "a.md": "three" });
    const fourth = await publish({ "a.md": "one", "b.md": "two" });
    const kept = [first, third, fourth].map((published) => published.revisionId);
    expect((await revisionIds(db)).sort()).toEqual(kept.sort());
    expect(await revisionPages(db, second.revisionId)).toEqual([]);
    expect(await revisionPages(db, first.revisionId)).toHaveLength(1);
  });

  test("a blob goes once no revision names it for an hour, with its passages", async () => {
    const { db, projectId, publish } = await storeWithBlobs(kind);
    const first = await publish({ "a.md": "one" });
    await addTestAnswer(db, projectId, { revisionId: first.revisionId });
    await publish({ "a.md": "two" });
    await publish({ "a.md": "three" }, { at: minutesAfterNoon(30) });
    await publish({ "b.md": "three" }, { at: minutesAfterNoon(50) });
    expect(await blobHashes(db)).toEqual(["one", "three", "two"]);
    await publish({ "c.md": "three" }, { at: minutesAfterNoon(61) });
    expect(await blobHashes(db)).toEqual(["one", "three"]);
    expect(await countRows(db, "passages")).toBe(4);
  });

  test("an unused blob that a sync has found is not dropped before that sync publishes it", async () => {
    const { db, projectId, publish } = await storeWithBlobs(kind);
    const second = await addTestSource(db, projectId);
    await publish({ "a.md": "one" });
    const later = minutesAfterNoon(200);
    expect(await existingBlobs(db, projectId, ["two"], later)).toEqual(new Set(["two"]));
    await publish({ "b.md": "three" }, { sourceId: second, at: later });
    await publish({ "a.md": "two" }, { at: later });
    expect(await blobHashes(db)).toContain("two");
  });

  test("another project's revisions and blobs are left alone", async () => {
    const { db, publish } = await storeWithBlobs(kind);
    const other = await addTestProject(db, "other");
    const otherSource = await addTestSource(db, other);
    await insertBlobs(db, other, [testBlob("old")], noon);
    const place = {
      projectId: other,
      sourceId: otherSource,
      commit: "",
      generator: "plain",
      problems: [],
      at: noon,
    };
    await publishRevision(db, { ...place, pages: [testPage(otherSource, "o.md", "old")] });
    await publish({ "a.md": "one" }, { at: minutesAfterNoon(500) });
    await publish({ "a.md": "one", "b.md": "one" }, { at: minutesAfterNoon(501) });
    expect(await revisionIds(db)).toHaveLength(3);
    expect(await blobHashes(db)).toEqual(["old", "one"]);
  });

  test("problems are told by page, pages without any are not", async () => {
    const { db, projectId, publish } = await storeWithBlobs(kind);
    const problems = [{ line: 3, message: "A tag is never closed." }];
    await insertBlobs(db, projectId, [testBlob("bad", { problems })], noon);
    const { revisionId } = await publish({ "a.md": "one", "bad.md": "bad" });
    expect(await faultyPages(db, revisionId).execute()).toEqual([{ path: "bad.md", problems }]);
    expect(await countPageProblems(db, revisionId)).toBe(problems.length);
  });
});

type Publish = { sourceId?: string; at?: string; commit?: string };

async function storeWithBlobs(kind: StoreKind) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const ownSource = await addTestSource(db, projectId);
  await insertBlobs(
    db,
    projectId,
    ["one", "two", "three"].map((hash) => testBlob(hash)),
    noon,
  );
  const publish = (pages: Record<string, string>, more: Publish = {}) => {
    const sourceId = more.sourceId ?? ownSource;
    return publishRevision(db, {
      projectId,
      sourceId,
      commit: more.commit ?? "",
      generator: "plain",
      problems: [],
      pages: Object.entries(pages).map(([path, hash]) => testPage(sourceId, path, hash)),
      at: more.at ?? noon,
    });
  };
  return { db, projectId, sourceId: ownSource, publish };
}

async function current(db: Database, projectId: string): Promise<string | null | undefined> {
  return (await findProject(db, projectId))?.currentRevisionId;
}

async function revisionIds(db: Database): Promise<string[]> {
  return (await db.selectFrom("revisions").select("id").execute()).map((row) => row.id);
}

function revisionRow(db: Database, id: string) {
  return db.selectFrom("revisions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

async function blobHashes(db: Database): Promise<string[]> {
  const rows = await db.selectFrom("blobs").select("hash").execute();
  return rows.map((row) => row.hash).sort();
}
