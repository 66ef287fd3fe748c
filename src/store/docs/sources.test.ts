import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import {
  addTestProject,
  addTestSource,
  minutesAfterNoon,
  noon,
  testBlob,
  testPage,
} from "../../../test/store-rows.ts";
import type { Database } from "../database.ts";
import { insertBlobs } from "./blobs.ts";
import { publishRevision } from "./revisions.ts";
import {
  claimCheck,
  countSourcePages,
  deleteSource,
  editSourceId,
  findSource,
  insertSource,
  listAllSources,
  newSource,
  servedFrom,
  setEditSource,
  sourcePageProblems,
  updateSourcePlace,
} from "./sources.ts";

async function publish(db: Database, projectId: string, sourceId: string) {
  const faults = [{ line: 3, message: "A tag is never closed." }];
  await insertBlobs(db, projectId, [testBlob("good"), testBlob("bad", { problems: faults })], noon);
  const pages = [testPage(sourceId, "a.md", "good"), testPage(sourceId, "b.md", "bad")];
  const input = { projectId, sourceId, commit: "c1", generator: "plain", problems: [], at: noon };
  return publishRevision(db, { ...input, pages });
}

describe.each(storeKinds)("on %s", (kind) => {
  test("a source is kept as it was added, and changed in part", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const place = { kind: "git", location: "https://git.example/x.git", branch: "v1" } as const;
    const source = newSource(projectId, { ...place, subfolder: "", credential: "ACME" }, noon);
    await insertSource(db, source);
    expect(await findSource(db, source.id)).toEqual(source);
    await updateSourcePlace(db, source.id, { mount: "api", baseUrl: "https://api.example" });
    expect(await listAllSources(db)).toEqual([
      { ...source, mount: "api", baseUrl: "https://api.example" },
    ]);
    expect(await findSource(db, "src_none")).toBeUndefined();
  });

  test("of several nodes one looks at a source in an interval", async () => {
    const db = await openTestStore(kind);
    const id = await addTestSource(db, await addTestProject(db));
    const claim = (minutes: number) =>
      claimCheck(db, id, {
        now: minutesAfterNoon(minutes),
        olderThan: minutesAfterNoon(minutes - 1),
      });
    const first = await Promise.all([claim(0), claim(0), claim(0)]);
    expect(first.filter(Boolean)).toHaveLength(1);
    expect(await claim(0.5)).toBe(false);
    expect(await Promise.all([claim(1), claim(1)]).then((all) => all.filter(Boolean))).toHaveLength(
      1,
    );
    const gone = { now: noon, olderThan: noon };
    expect(await claimCheck(db, "src_none", gone)).toBe(false);
  });

  test("pages, faults and the commit are told by source", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const sourceId = await addTestSource(db, projectId);
    const other = await addTestSource(db, projectId);
    const source = await findSource(db, sourceId);
    if (!source) throw new Error("the source was not stored");
    expect(await servedFrom(db, source)).toBeUndefined();
    const { revisionId } = await publish(db, projectId, sourceId);
    expect(await servedFrom(db, source)).toMatchObject({ commit: "c1" });
    expect(await countSourcePages(db, revisionId)).toEqual(new Map([[sourceId, 2]]));
    const problems = (id: string, limit: number) =>
      sourcePageProblems(db, { revisionId, sourceId: id, limit });
    expect(await problems(sourceId, 10)).toEqual([
      { path: "b.md", line: 3, message: "A tag is never closed." },
    ]);
    expect(await problems(other, 10)).toEqual([]);
    expect(await countSourcePages(db, "rev_none")).toEqual(new Map());
  });

  test("a removed source is no longer the one that jobs edit", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const id = await addTestSource(db, projectId);
    const kept = await addTestSource(db, projectId);
    await setEditSource(db, projectId, id);
    await deleteSource(db, id);
    expect(await editSourceId(db, projectId)).toBeNull();
    expect((await listAllSources(db)).map((source) => source.id)).toEqual([kept]);
  });
});
