import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import {
  addTestProject,
  countRows,
  emptyStoreLocation,
  minutesAfterNoon,
  noon,
  openUntilEnd,
} from "../../../test/store-rows.ts";
import { deleteProject } from "../docs/projects.ts";
import {
  findChange,
  findOpenChange,
  listChanges,
  type NewChange,
  openChange,
  updateOpenChange,
  writeHostedChange,
} from "./changes.ts";

function newChange(projectId: string, head: string, more: Partial<NewChange> = {}): NewChange {
  return {
    projectId,
    title: "Edit",
    body: "Body",
    draft: false,
    head,
    base: "main",
    headCommit: "1".repeat(40),
    baseCommit: "0".repeat(40),
    checks: [{ name: "links", passed: false, findings: ["a.md:1 no such page"] }],
    jobId: "job_1",
    ...more,
  };
}

describe.each(storeKinds)("on %s", (kind) => {
  test("a change is stored, numbered and found again", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const input = newChange(projectId, "x", { draft: true });
    const change = await openChange(db, input, noon);
    expect(change).toEqual({
      ...input,
      number: 1,
      state: "open",
      mergeCommit: "",
      pull: null,
      createdAt: noon,
      updatedAt: noon,
    });
    expect(await findChange(db, projectId, 1)).toEqual(change);
    expect(await findOpenChange(db, projectId, "x")).toEqual(change);
    for (const number of [0, 2, -1, 1.5, Number.NaN, 2 ** 40])
      expect(await findChange(db, projectId, number)).toBeUndefined();
    expect(await findChange(db, await addTestProject(db, "other"), 1)).toBeUndefined();
  });

  test("opening a branch twice updates its open change", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    await openChange(db, newChange(projectId, "x"), noon);
    const later = minutesAfterNoon(5);
    const more = { title: "Other", body: "B", draft: true, headCommit: "2", checks: [], jobId: "" };
    const updated = await openChange(db, newChange(projectId, "x", more), later);
    expect(updated).toMatchObject({ number: 1, ...more, createdAt: noon, updatedAt: later });
    expect(await countRows(db, "changes")).toBe(1);
  });

  test("a branch whose change is no longer open gets a new one", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    for (const state of ["closed", "merged"] as const) {
      const change = await openChange(db, newChange(projectId, "x"), noon);
      await updateOpenChange(db, change, { state }, noon);
    }
    await openChange(db, newChange(projectId, "x"), noon);
    const changes = await listChanges(db, projectId);
    expect(changes.map(({ number, state }) => [number, state])).toEqual([
      [3, "open"],
      [2, "merged"],
      [1, "closed"],
    ]);
  });

  test("numbers have no gaps and a branch one open change, however many open at once", async () => {
    const location = await emptyStoreLocation(kind);
    const db = await openUntilEnd(location);
    // Two handles of SQLite in one thread would wait for each other.
    const other = kind === "sqlite" ? db : await openUntilEnd(location);
    const projectId = await addTestProject(db);
    const otherId = await addTestProject(db, "other");
    const opened = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        openChange(at % 2 ? db : other, newChange(projectId, `branch-${at % 20}`), noon),
      ),
    );
    await openChange(db, newChange(otherId, "branch-1"), noon);
    expect(new Set(opened.map(({ number, head }) => `${number} ${head}`)).size).toBe(20);
    const numbers = (await listChanges(db, projectId)).map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => 20 - at));
    expect((await listChanges(db, otherId)).map(({ number }) => number)).toEqual([1]);
  });

  test("the store itself refuses a second open change of a branch", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    await openChange(db, newChange(projectId, "x"), noon);
    const row = await db.selectFrom("changes").selectAll().executeTakeFirstOrThrow();
    const again = db.insertInto("changes").values({ ...row, number: 2 });
    await expect(again.execute()).rejects.toThrow(/unique/i);
    const closed = db.insertInto("changes").values({ ...row, number: 2, state: "closed" });
    await closed.execute();
  });

  test("only an open change is written to", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const change = await openChange(db, newChange(projectId, "x", { draft: true }), noon);
    const merged = await updateOpenChange(
      db,
      change,
      { state: "merged", mergeCommit: "3", draft: false, headCommit: "4", baseCommit: "5" },
      minutesAfterNoon(1),
    );
    expect(merged).toMatchObject({ state: "merged", draft: false, updatedAt: minutesAfterNoon(1) });
    expect(merged).toMatchObject({ mergeCommit: "3", headCommit: "4", baseCommit: "5" });
    const closed = await updateOpenChange(db, change, { state: "closed" }, minutesAfterNoon(2));
    expect(closed).toEqual(merged);
  });

  test("a forge opens a closed change again unless its branch has another, and never a merged one", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const first = await openChange(db, newChange(projectId, "x"), noon);
    await writeHostedChange(db, first, { state: "closed" });
    expect(await writeHostedChange(db, first, { state: "open" })).toMatchObject({ state: "open" });
    await writeHostedChange(db, first, { state: "closed" });
    const second = await openChange(db, newChange(projectId, "x"), noon);
    expect(await writeHostedChange(db, first, { state: "open" })).toMatchObject({
      state: "closed",
    });
    await writeHostedChange(db, second, { state: "merged", mergeCommit: "3" });
    expect(await writeHostedChange(db, second, { state: "closed" })).toMatchObject({
      state: "merged",
    });
  });

  test("a project takes its changes with it, and has none when it is gone", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    await openChange(db, newChange(projectId, "x"), noon);
    await deleteProject(db, projectId);
    expect(await countRows(db, "changes")).toBe(0);
    const late = openChange(db, newChange(projectId, "x"), noon);
    await expect(late).rejects.toMatchObject({ code: "not_found" });
  });
});
