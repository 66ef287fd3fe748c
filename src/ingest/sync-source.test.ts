import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { embedder, openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { makeTree } from "../../test/make-tree.ts";
import { memorySource, type Pages } from "../../test/memory-source.ts";
import {
  addTestAnswer,
  addTestProject,
  addTestSource,
  countRows,
  noon,
  revisionPassages,
} from "../../test/store-rows.ts";
import { initBareRepository } from "../git/write/build-folder.ts";
import { commitFolder } from "../git/write/commit-folder.ts";
import type { Database } from "../store/database.ts";
import { findProject } from "../store/docs/projects.ts";
import { revisionPages } from "../store/docs/revision-pages.ts";
import { listSources, updateSourcePlace } from "../store/docs/sources.ts";
import { gitSource } from "./sources/git-repo.ts";
import { syncSource } from "./sync-source.ts";

describe.each(storeKinds)("on %s", (kind) => {
  test("the pages of a source become the project's current revision", async () => {
    const { db, projectId, sync } = await openSync(kind);
    const report = await sync({ "a.md": "# A\n\nText a.", "b.mdx": "# B\n\nText b." });
    expect(report).toMatchObject({
      pages: 2,
      added: ["a.md", "b.mdx"],
      changed: [],
      removed: [],
      skipped: [],
    });
    expect((await findProject(db, projectId))?.currentRevisionId).toBe(report.revisionId);
    expect((await revisionPassages(db, report.revisionId)).map(({ title }) => title)).toEqual([
      "A",
      "B",
    ]);
  });

  test("only changed files are read and parsed", async () => {
    const { sync, counts } = await openSync(kind);
    const pages = { "a.md": "# A\n\nText a.", "b.md": "# B\n\nText b.", "c.md": "# C\n\nText c." };
    await sync(pages);
    expect(counts()).toEqual({ read: ["a.md", "b.md", "c.md"], parsed: 3 });
    const report = await sync({ ...pages, "b.md": "# B\n\nNew text." });
    expect(counts()).toEqual({ read: ["b.md"], parsed: 1 });
    expect(report).toMatchObject({ pages: 3, added: [], changed: ["b.md"], removed: [] });
  });

  test("where the source knows no content ids, unchanged files are read but not parsed", async () => {
    const { sync, counts } = await openSync(kind);
    const pages = { "a.md": "# A\n\nText a.", "b.md": "# B\n\nText b." };
    const first = await sync(pages, { withIds: false });
    counts();
    const second = await sync(pages, { withIds: false });
    expect(counts()).toEqual({ read: ["a.md", "b.md"], parsed: 0 });
    expect(second.revisionId).toBe(first.revisionId);
    await sync({ ...pages, "a.md": "# A\n\nNew." }, { withIds: false });
    expect(counts().parsed).toBe(1);
  });

  test("a moved page is not parsed again, a page that returns neither", async () => {
    const { sync, counts } = await openSync(kind);
    await sync({ "a.md": "# A\n\nText.", "b.md": "# B\n\nText." });
    counts();
    expect(await sync({ "c.md": "# A\n\nText.", "b.md": "# B\n\nText." })).toMatchObject({
      added: ["c.md"],
      removed: ["a.md"],
    });
    await sync({ "a.md": "# A\n\nText." });
    expect(counts()).toMatchObject({ parsed: 0 });
  });

  test("a sync without a change makes no revision", async () => {
    const { db, sync } = await openSync(kind);
    const first = await sync({ "a.md": "# A\n\nText." });
    const second = await sync({ "a.md": "# A\n\nText." });
    expect(second).toMatchObject({ revisionId: first.revisionId, added: [], changed: [] });
    expect(await countRows(db, "revisions")).toBe(1);
  });

  test("a deleted page is out of the answers with the next revision", async () => {
    const { db, sync } = await openSync(kind);
    await sync({ "a.md": "# A\n\nText.", "b.md": "# B\n\nText." });
    const { revisionId, removed } = await sync({ "a.md": "# A\n\nText." });
    expect(removed).toEqual(["b.md"]);
    expect((await revisionPassages(db, revisionId)).map(({ path }) => path)).toEqual(["a.md"]);
  });

  test("a hidden page is known, and in no passage", async () => {
    const { db, sync } = await openSync(kind);
    const { revisionId, pages } = await sync({
      "a.md": "# A\n\nText.",
      "draft.md": "---\ndraft: true\n---\n# Draft\n\nText.",
    });
    expect(pages).toBe(2);
    expect((await revisionPassages(db, revisionId)).map(({ path }) => path)).toEqual(["a.md"]);
  });

  test("files that are no text are left out by name, the rest goes in", async () => {
    const { sync } = await openSync(kind);
    const report = await sync({
      "a.md": "# A\n\nText.",
      "latin.md": Buffer.from([0x63, 0xe9]),
      "nul.md": "a\0b",
    });
    expect(report.pages).toBe(1);
    expect(report.skipped).toEqual([
      { path: "latin.md", reason: "The file is not UTF-8 text." },
      { path: "nul.md", reason: "The file is not UTF-8 text." },
    ]);
  });

  test("a page that becomes unreadable is removed and named", async () => {
    const { sync } = await openSync(kind);
    await sync({ "a.md": "# A\n\nText.", "b.md": "# B" });
    expect(await sync({ "a.md": "a\0b", "b.md": "# B" })).toMatchObject({
      removed: ["a.md"],
      skipped: [{ path: "a.md" }],
    });
  });

  test("a hostile front matter does not stop the sync", async () => {
    const { db, sync } = await openSync(kind);
    const { revisionId } = await sync({
      "a.md": '---\ntitle: "x\\0y"\n"k\\0": "\\ud800"\n---\n# A\n\nText.',
    });
    expect(await revisionPassages(db, revisionId)).toMatchObject([{ title: "xy" }]);
  });

  test("a sync that fails half-way leaves the old revision, and the next one succeeds", async () => {
    const { db, projectId, sync } = await openSync(kind);
    const first = await sync({ "a.md": "# A\n\nText." });
    const many = Object.fromEntries(
      Array.from({ length: 120 }, (_, n) => [`p${n}.md`, `# P${n}\n\nText ${n}.`]),
    );
    await expect(sync(many, { failAfter: 110 })).rejects.toThrow("disk gone");
    expect((await findProject(db, projectId))?.currentRevisionId).toBe(first.revisionId);
    expect((await revisionPassages(db, first.revisionId)).map(({ path }) => path)).toEqual([
      "a.md",
    ]);
    expect(await sync(many)).toMatchObject({ pages: 120, removed: ["a.md"] });
  });

  test("an aborted sync leaves the old revision", async () => {
    const { db, projectId, sync } = await openSync(kind);
    const { revisionId } = await sync({ "a.md": "# A\n\nText." });
    const stopped = sync({ "b.md": "# B" }, { signal: AbortSignal.abort(new Error("stopped")) });
    await expect(stopped).rejects.toThrow("stopped");
    expect((await findProject(db, projectId))?.currentRevisionId).toBe(revisionId);
  });

  test("two sources fill one project, and a path belongs to the first", async () => {
    const { db, projectId, sync } = await openSync(kind);
    const second = await addTestSource(db, projectId);
    await sync({ "a.md": "# A\n\nText." });
    const report = await sync(
      { "a.md": "# Other A", "b.md": "# B\n\nText." },
      { sourceId: second },
    );
    expect(report).toMatchObject({
      pages: 1,
      added: ["b.md"],
      skipped: [
        { path: "a.md", reason: "Another source of the project has a page with this path." },
      ],
    });
    const { revisionId } = await sync({ "a2.md": "# A2\n\nText." });
    expect((await revisionPages(db, revisionId)).map(({ path }) => path)).toEqual([
      "a2.md",
      "b.md",
    ]);
  });

  test("two sources synced at the same time both end in the project", async () => {
    const { db, projectId, sync } = await openSync(kind);
    const second = await addTestSource(db, projectId);
    await Promise.all([
      sync({ "a.md": "# Same\n\nText." }),
      sync({ "b.md": "# Same\n\nText." }, { sourceId: second }),
    ]);
    const current = (await findProject(db, projectId))?.currentRevisionId ?? "";
    expect((await revisionPages(db, current)).map(({ path }) => path)).toEqual(["a.md", "b.md"]);
  });

  test("an answer's revision can still be read after many syncs", async () => {
    const { db, projectId, sync } = await openSync(kind);
    const { revisionId } = await sync({ "a.md": "# A\n\nText 0." });
    await addTestAnswer(db, projectId, { revisionId });
    for (const n of [1, 2, 3]) await sync({ "a.md": `# A\n\nText ${n}.` });
    expect(await revisionPassages(db, revisionId)).toMatchObject([{ text: "A\nText 0." }]);
  });

  test("a page in another format is stored line for line, with the values of its site and its includes", async () => {
    const { db, sync } = await openSync(kind);
    const pages = {
      "antora.yml": "name: kite\nasciidoc:\n  attributes:\n    release: 2.1\n",
      "modules/ROOT/partials/names.adoc": "// Names\n:maker: Ada\n:parts: ../partials\n",
      "modules/ROOT/partials/end.adoc": "The end.\n",
      "modules/ROOT/pages/index.adoc":
        "= Kite\ninclude::partial$names.adoc[]\n\nRelease {release} by {maker}.\n\ninclude::{parts}/end.adoc[]\n",
      "notes.org": "* Notes",
    };
    const report = await sync(pages);
    expect(report).toMatchObject({
      pages: 1,
      generator: "antora",
      unread: "1 file in formats not read: 1 .org",
    });
    const [page] = await revisionPages(db, report.revisionId);
    expect(page?.place.address).toBe("kite/index.html");
    expect(page?.includes).toEqual([
      "modules/ROOT/partials/end.adoc",
      "modules/ROOT/partials/names.adoc",
    ]);
    const blob = await db.selectFrom("blobs").select("content").executeTakeFirst();
    expect(blob?.content).toBe("# Kite {#_kite}\n\n\nRelease 2.1 by Ada.\n\nThe end.\n");
    const source = await db.selectFrom("sources").select("problems").executeTakeFirst();
    expect(JSON.stringify(source?.problems)).toContain("1 file in formats not read: 1 .org.");
    const again = await sync({
      ...pages,
      "antora.yml": "name: kite\nasciidoc:\n  attributes:\n    release: 2.2\n",
    });
    expect(again.changed).toEqual(["modules/ROOT/pages/index.adoc"]);
  });

  test("a page is read again when a file it includes changes, appears or goes", async () => {
    const { db, sync, counts } = await openSync(kind);
    const page = '# A\n\n--8<-- "part.md"\n';
    const texts = async (pages: Pages) => {
      const { revisionId } = await sync({ "mkdocs.yml": "docs_dir: .\n", ...pages });
      const found = await revisionPassages(db, revisionId);
      return found.filter(({ path }) => path === "a.md").map(({ text }) => text);
    };
    expect(await texts({ "a.md": page, "part.md": "First text." })).toEqual(["A\nFirst text."]);
    counts();
    expect(await texts({ "a.md": page, "part.md": "Second text." })).toEqual(["A\nSecond text."]);
    expect(await texts({ "a.md": page })).toEqual(["A"]);
    expect(await texts({ "a.md": page, "part.md": "Third text." })).toEqual(["A\nThird text."]);
    counts();
    await texts({ "a.md": page, "part.md": "Third text." });
    expect(counts().parsed).toBe(0);
  });

  test("an API description is one page for each operation, and goes as a whole", async () => {
    const { db, sync } = await openSync(kind);
    const api = (summary: string) =>
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Acme API", version: "1" },
        paths: {
          "/keys": {
            get: { operationId: "listKeys", summary, responses: {} },
            post: { operationId: "createKey", summary: "Create a key", responses: {} },
          },
        },
      });
    const { revisionId } = await sync({ "openapi.json": api("List keys"), "a.md": "# A\n\nText." });
    const paths = (await revisionPages(db, revisionId)).map(({ path, file }) => [path, file]);
    expect(paths).toEqual([
      ["a.md", "a.md"],
      ["openapi", "openapi.json"],
      ["openapi/create-key", "openapi.json"],
      ["openapi/list-keys", "openapi.json"],
    ]);
    const nav = JSON.stringify({ name: "x", navigation: { pages: ["a"] } });
    const site = await sync({ "openapi.json": api("List keys"), "a.md": "# A", "docs.json": nav });
    const visible = (await revisionPages(db, site.revisionId)).filter(({ place }) => !place.hidden);
    expect(visible).toHaveLength(4);
    await sync({ "openapi.json": api("List keys"), "a.md": "# A\n\nText." });
    const second = await sync({ "openapi.json": api("Show all keys"), "a.md": "# A\n\nText." });
    expect(second.changed.toSorted()).toEqual(["openapi", "openapi/list-keys"]);
    const third = await sync({ "a.md": "# A\n\nText." });
    expect(third.removed).toHaveLength(3);
  });

  test("a change of the navigation moves pages that did not change themselves", async () => {
    const { db, sync, counts } = await openSync(kind);
    const nav = (pages: string[]) =>
      JSON.stringify({ name: "Acme", navigation: { groups: [{ group: "Guides", pages }] } });
    const pages = { "a.md": "# A\n\nText.", "b.md": "# B\n\nText." };
    const placesOf = async (revisionId: string) =>
      (await revisionPages(db, revisionId)).map(({ path, place }) => [path, place.position]);
    const first = await sync({ ...pages, "docs.json": nav(["a", "b"]) });
    expect(first.generator).toBe("mintlify");
    expect(await placesOf(first.revisionId)).toEqual([
      ["a.md", 0],
      ["b.md", 1],
    ]);
    counts();
    const second = await sync({ ...pages, "docs.json": nav(["b", "a"]) });
    expect(counts().parsed).toBe(0);
    expect(second.revisionId).not.toBe(first.revisionId);
    expect(await placesOf(second.revisionId)).toEqual([
      ["a.md", 1],
      ["b.md", 0],
    ]);
  });

  test("a source with a mount has its pages below that folder", async () => {
    const { db, projectId, sync } = await openSync(kind);
    const second = await addTestSource(db, projectId);
    await updateSourcePlace(db, second, { mount: "api" });
    await sync({ "README.md": "# Guide\n\nText." });
    const { revisionId, added } = await sync(
      { "README.md": "# Api\n\nText." },
      { sourceId: second },
    );
    expect(added).toEqual(["api/README.md"]);
    expect((await revisionPages(db, revisionId)).map(({ path }) => path)).toEqual([
      "README.md",
      "api/README.md",
    ]);
    expect(await sync({ "README.md": "# Api\n\nText." }, { sourceId: second })).toMatchObject({
      added: [],
      changed: [],
      removed: [],
    });
  });

  test("what the source left out is kept with the source, and a sync that works clears it", async () => {
    const { sync, stored } = await openSync(kind);
    await sync({ "a.md": "# A", "bad.md": "a\0b" });
    expect((await stored()).problems).toEqual([
      { path: "bad.md", line: 0, message: "The file is not UTF-8 text." },
    ]);
    await sync({ "a.md": "# A" });
    expect(await stored()).toMatchObject({ problems: [], generator: "plain", error: "" });
  });

  test("progress ends with everything done", async () => {
    const { sync } = await openSync(kind);
    const seen: number[] = [];
    const phases: string[] = [];
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`p${n}.md`, `# ${n}`]));
    await sync(many, {
      onProgress: ({ phase, done, total }) => {
        if (phase === "reading") seen.push(done / total);
        if (!phases.includes(phase)) phases.push(phase);
      },
    });
    expect(phases).toEqual(["listing", "reading", "publishing"]);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual(seen.toSorted((left, right) => left - right));
    expect(seen.at(-1)).toBe(1);
  });
});

test("a git repository is synced by its commits", async () => {
  const { db, projectId, stored } = await openSync("sqlite");
  const { root } = await makeTree({});
  const repository = join(root, "docs.git");
  await initBareRepository(repository);
  const commit = (files: Record<string, string>) =>
    commitFolder(repository, {
      files: Object.entries(files).map(([path, content]) => ({ path, content })),
      message: "x",
      author: { name: "Ada", email: "ada@example.com" },
    });
  const source = gitSource({ location: repository, mirrorFolder: join(root, "mirrors") });
  const deps = { db, embedder, clock: { now: () => new Date(noon) } };
  await commit({ "a.md": "# A\n\nText.", "b.md": "# B\n\nText." });
  await syncSource(deps, await stored(), source);
  const tip = await commit({ "a.md": "# A\n\nNew text." });
  const report = await syncSource(deps, await stored(), source);
  expect(report).toMatchObject({ pages: 1, changed: ["a.md"], removed: ["b.md"] });
  const row = await db
    .selectFrom("revisions")
    .select("commits")
    .where("id", "=", report.revisionId)
    .executeTakeFirstOrThrow();
  expect(Object.values(row.commits)).toEqual([tip]);
  expect((await findProject(db, projectId))?.currentRevisionId).toBe(report.revisionId);
});

type SyncOptions = Parameters<typeof syncSource>[3] & {
  sourceId?: string;
  withIds?: boolean;
  failAfter?: number;
};

async function openSync(kind: StoreKind) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const ownSource = await addTestSource(db, projectId);
  let read: string[] = [];
  let parsed = 0;
  const counting = {
    ...embedder,
    embedPassage(title: string, body: string) {
      parsed += 1;
      return embedder.embedPassage(title, body);
    },
  };
  const stored = (id = ownSource) => storedSource(db, projectId, id);
  const sync = async (
    pages: Pages,
    { sourceId, withIds, failAfter, ...options }: SyncOptions = {},
  ) =>
    syncSource(
      { db, embedder: counting, clock: { now: () => new Date(noon) } },
      await stored(sourceId),
      memorySource(pages, { withIds, failAfter, onRead: (path) => read.push(path) }),
      options,
    );
  /** What was read, and how many passages were made, since the last call. */
  const counts = () => {
    const result = { read, parsed };
    read = [];
    parsed = 0;
    return result;
  };
  return { db, projectId, stored, sync, counts };
}

async function storedSource(db: Database, projectId: string, id: string) {
  const source = (await listSources(db, projectId)).find((one) => one.id === id);
  if (!source) throw new Error("the source is missing");
  return source;
}
