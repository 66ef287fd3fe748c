import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { embedder, openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { makeRepository } from "../../test/make-repository.ts";
import { makeTree } from "../../test/make-tree.ts";
import { addTestProject } from "../../test/store-rows.ts";
import { fixedAccess } from "../git/run/git-access.ts";
import { systemClock } from "../lib/clock.ts";
import { createLog } from "../lib/log.ts";
import { oneAtATime } from "../lib/one-at-a-time.ts";
import type { Database } from "../store/database.ts";
import { visiblePages } from "../store/docs/pages.ts";
import { findProject } from "../store/docs/projects.ts";
import { findSource, insertSource, newSource } from "../store/docs/sources.ts";
import { createSourcePoller } from "./poll-sources.ts";
import { withoutLimits } from "./sources/source-limits.ts";
import { createSyncBoard } from "./sync-board.ts";
import type { SyncReport } from "./sync-report.ts";

type Settings = { pollMs: number; watch: boolean };

/** A node of its own on a store that others may share. */
function startNode(db: Database, settings: Settings) {
  const lines: string[] = [];
  const synced: string[] = [];
  const queue = oneAtATime<SyncReport>();
  const poller = createSourcePoller({
    db,
    clock: systemClock,
    embedder,
    limits: withoutLimits,
    mirrorFolder: "/nowhere",
    access: fixedAccess({ logins: new Map(), ssh: {} }),
    board: createSyncBoard(systemClock),
    log: createLog({ level: "warn", format: "json" }, { write: (line) => void lines.push(line) }),
    signal: new AbortController().signal,
    inTurn(id, work) {
      synced.push(id);
      return queue(id, work);
    },
    ...settings,
  });
  onTestFinished(() => poller.stop());
  poller.start();
  return { poller, lines, synced };
}

async function openProject(kind: StoreKind) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const add = async (place: { kind: "folder" | "git"; location: string }) => {
    const now = systemClock.now().toISOString();
    const source = newSource(projectId, { branch: "", subfolder: "", ...place }, now);
    await insertSource(db, source);
    return source.id;
  };
  const pages = async () => {
    const project = await findProject(db, projectId);
    if (!project?.currentRevisionId) return [];
    return (await visiblePages(db, project.currentRevisionId)).map(({ path }) => path);
  };
  return { db, add, pages };
}

const until = (check: () => Promise<unknown>, wanted: unknown) =>
  expect.poll(check, { timeout: 60_000, interval: 20 }).toEqual(wanted);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(storeKinds)("on %s", (kind) => {
  test("a new commit of a repository is served by itself, and nothing is synced without one", async () => {
    const { db, add, pages } = await openProject(kind);
    const repository = await makeRepository({ "a.md": "# A\n" });
    const id = await add({ kind: "git", location: repository.path });
    const { synced } = startNode(db, { pollMs: 50, watch: false });
    await until(pages, ["a.md"]);
    await pause(400);
    expect(synced).toEqual([id]);
    await repository.commit("main", { "b.md": "# B\n" });
    await until(pages, ["a.md", "b.md"]);
    expect(synced).toEqual([id, id]);
  });

  test("two nodes look at a source in turns, and a source added later is found", async () => {
    const { db, add, pages } = await openProject(kind);
    const nodes = [1, 2].map(() => startNode(db, { pollMs: 1_500, watch: false }));
    await pause(100);
    const { path } = await makeRepository({ "a.md": "# A\n" });
    const id = await add({ kind: "git", location: path });
    await until(pages, ["a.md"]);
    expect(nodes.flatMap(({ synced }) => synced)).toEqual([id]);
  });
});

test("a change in a watched folder is served within moments, also in a folder made since", async () => {
  const { db, add, pages } = await openProject("sqlite");
  const { root } = await makeTree({ "a.md": "# A\n", ".git/x.md": "x" });
  await add({ kind: "folder", location: root });
  const { synced } = startNode(db, { pollMs: 600_000, watch: true });
  await until(pages, ["a.md"]);
  await pause(100);
  await mkdir(join(root, "guide"));
  await writeFile(join(root, "guide/b.md"), "# B\n");
  await until(pages, ["a.md", "guide/b.md"]);
  await writeFile(join(root, "guide/c.md"), "# C\n");
  await until(pages, ["a.md", "guide/b.md", "guide/c.md"]);
  await rm(join(root, "guide"), { recursive: true });
  await until(pages, ["a.md"]);
  const before = synced.length;
  await writeFile(join(root, ".git/x.md"), "y");
  await pause(3_000);
  expect(synced).toHaveLength(before);
});

test("a folder that is not watched is looked at, and serves what changed", async () => {
  const { db, add, pages } = await openProject("sqlite");
  const { root } = await makeTree({ "a.md": "# A\n" });
  await add({ kind: "folder", location: root });
  startNode(db, { pollMs: 100, watch: false });
  await until(pages, ["a.md"]);
  await writeFile(join(root, "b.md"), "# B\n");
  await until(pages, ["a.md", "b.md"]);
});

test.each(["folder", "git"] as const)(
  "a %s that cannot be read says so once, and recovers",
  async (kind) => {
    const { db, add, pages } = await openProject("sqlite");
    const location = await makeLocation(kind);
    const id = await add({ kind, location });
    await rename(location, `${location}-away`);
    const { lines } = startNode(db, { pollMs: 40, watch: false });
    const stored = () => findSource(db, id);
    const error = async () => (await stored())?.error;
    await expect.poll(error, { timeout: 60_000 }).not.toBe("");
    const first = (await stored())?.checkedAt;
    await expect.poll(async () => (await stored())?.checkedAt, { timeout: 60_000 }).not.toBe(first);
    expect(lines).toHaveLength(1);
    await rename(`${location}-away`, location);
    await until(pages, ["a.md"]);
    await until(error, "");
  },
);

test("a repository that cannot be read is tried less and less often", async () => {
  const { db, add } = await openProject("sqlite");
  const id = await add({ kind: "git", location: "/nowhere/docs.git" });
  startNode(db, { pollMs: 40, watch: false });
  const looks = new Set<string>();
  for (const end = Date.now() + 2_000; Date.now() < end; await pause(5)) {
    const { checkedAt } = (await findSource(db, id)) ?? {};
    if (checkedAt) looks.add(checkedAt);
  }
  expect(looks.size).toBeGreaterThan(1);
  expect(looks.size).toBeLessThan(8);
});

async function makeLocation(kind: "folder" | "git"): Promise<string> {
  if (kind === "git") return (await makeRepository({ "a.md": "# A\n" })).path;
  return join((await makeTree({ "docs/a.md": "# A\n" })).root, "docs");
}

test("a stopped poller looks at nothing any more", async () => {
  const { db, add, pages } = await openProject("sqlite");
  const { root } = await makeTree({ "a.md": "# A\n" });
  await add({ kind: "folder", location: root });
  const { poller, synced } = startNode(db, { pollMs: 50, watch: true });
  await until(pages, ["a.md"]);
  await poller.stop();
  const before = synced.length;
  await writeFile(join(root, "b.md"), "# B\n");
  await pause(1_000);
  expect(synced).toHaveLength(before);
  expect(await pages()).toEqual(["a.md"]);
});

test("a store that is out of reach for a while does not end the polling", async () => {
  const { db, add, pages } = await openProject("sqlite");
  const { root } = await makeTree({ "a.md": "# A\n" });
  await add({ kind: "folder", location: root });
  await db.schema.alterTable("sources").renameTo("sources_away").execute();
  const { lines } = startNode(db, { pollMs: 50, watch: false });
  await expect.poll(() => lines.length, { timeout: 60_000 }).toBeGreaterThan(0);
  await db.schema.alterTable("sources_away").renameTo("sources").execute();
  await until(pages, ["a.md"]);
});
