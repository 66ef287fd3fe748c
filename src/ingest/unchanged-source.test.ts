import { describe, expect, test } from "vitest";
import { embedder, openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { makeRepository } from "../../test/make-repository.ts";
import { makeTree } from "../../test/make-tree.ts";
import { addTestProject } from "../../test/store-rows.ts";
import { fixedAccess } from "../git/run/git-access.ts";
import { createLog } from "../lib/log.ts";
import {
  findSource,
  insertSource,
  newSource,
  setSourceError,
  updateSourcePlace,
} from "../store/docs/sources.ts";
import { withoutLimits } from "./sources/source-limits.ts";
import { createSyncBoard } from "./sync-board.ts";
import { syncStoredSource } from "./sync-stored-source.ts";
import { unchangedSource } from "./unchanged-source.ts";

async function openSource(kind: StoreKind, folder?: string) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const repository = await makeRepository({
    "guides/a.md": "# A\n",
    "guides/b.md": "# B\n",
    "c.md": "# C\n",
  });
  let now = new Date("2030-01-01T12:00:00Z");
  const clock = { now: () => now };
  const deps = {
    ...{ db, embedder, clock, limits: withoutLimits, mirrorFolder: "/nowhere" },
    access: fixedAccess({ logins: new Map(), ssh: {} }),
    board: createSyncBoard(clock),
    log: createLog({ level: "silent", format: "json" }),
  };
  const place = { branch: "", subfolder: "guides" };
  const source =
    folder === undefined
      ? newSource(projectId, { ...place, kind: "git", location: repository.path }, "2030")
      : newSource(projectId, { ...place, kind: "folder", location: folder }, "2030");
  const { id } = source;
  await insertSource(db, source);
  const stored = async () => {
    const source = await findSource(db, id);
    if (source === undefined) throw new Error("the source was not stored");
    return source;
  };
  return {
    ...{ db, id, repository, stored },
    sync: () => syncStoredSource(deps, id),
    look: async () => unchangedSource(deps, await stored()),
    setNow(text: string) {
      now = new Date(text);
    },
  };
}

describe.each(storeKinds)("on %s", (kind) => {
  test("a source whose commit is served is told from the store, until there is another", async () => {
    const { look, sync, repository, stored, setNow } = await openSource(kind);
    expect(await look()).toBeUndefined();
    const { revisionId } = await sync();
    setNow("2030-01-01T13:00:00Z");
    expect(await look()).toMatchObject({ revisionId, pages: 2, added: [], changed: [] });
    expect((await stored()).checkedAt).toBe("2030-01-01T13:00:00.000Z");
    await repository.commit("main", { "guides/a.md": "# A\n\nMore.\n" });
    expect(await look()).toBeUndefined();
    const { revisionId: next } = await sync();
    expect(await look()).toMatchObject({ revisionId: next, pages: 2 });
    await repository.commit("main", { "src/code.ts": "export {};\n" });
    expect(await look()).toBeUndefined();
    await sync();
    expect(await look()).toMatchObject({ revisionId: next, pages: 2 });
  });

  test("the same commit is read again in another way, after a fault, and on another day", async () => {
    const { db, id, look, sync, setNow } = await openSource(kind);
    await sync();
    await updateSourcePlace(db, id, { subfolder: "" });
    expect(await look()).toBeUndefined();
    await updateSourcePlace(db, id, { subfolder: "guides", mount: "old" });
    expect(await look()).toBeUndefined();
    await updateSourcePlace(db, id, { mount: "" });
    expect(await look()).toMatchObject({ pages: 2 });
    await setSourceError(db, id, "The repository cannot be reached.");
    expect(await look()).toBeUndefined();
    await setSourceError(db, id, "");
    setNow("2030-01-02T12:00:00Z");
    expect(await look()).toBeUndefined();
    await sync();
    expect(await look()).toMatchObject({ pages: 2 });
  });
});

test("a repository that is gone is told, and stands in the source's row", async () => {
  const { db, id, look, sync, stored } = await openSource("sqlite");
  await sync();
  await updateSourcePlace(db, id, { location: "/nowhere/at/all" });
  await expect(look()).rejects.toThrow();
  expect((await stored()).error).not.toBe("");
});

test("a folder is read every time, since its files change without a commit", async () => {
  const { root } = await makeTree({ "guides/a.md": "# A\n" });
  const { look, sync } = await openSource("sqlite", root);
  await sync();
  expect(await look()).toBeUndefined();
});
