import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../test/harness.ts";
import { addTestProject, addTestSource, noon, testBlob } from "../../test/store-rows.ts";
import { insertBlobs } from "./docs/blobs.ts";

describe.each(storeKinds)("on %s", (kind) => {
  test("a row is stored in snake case, with JSON and 0 and 1, and read as it was written", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const metadata = { a_b: { c_d: [1, null, "x"] }, "[]": true };
    const problems = [{ line: 3, message: "{}" }];
    const blob = testBlob("one", { metadata, problems, hidden: true, title: '{"a":[1]}' });
    await insertBlobs(db, projectId, [blob], noon);
    const { passages, ...row } = blob;
    expect(await db.selectFrom("blobs").selectAll().execute()).toEqual([
      { ...row, projectId, createdAt: noon },
    ]);
    const plain =
      await sql`select project_id, metadata, problems, hidden, title from blobs`.execute(
        db.withoutPlugins(),
      );
    expect(plain.rows).toEqual([
      {
        project_id: projectId,
        metadata: JSON.stringify(metadata),
        problems: JSON.stringify(problems),
        hidden: 1,
        title: '{"a":[1]}',
      },
    ]);
    const vectors = await db.selectFrom("passages").select(["vector", "headings"]).execute();
    expect(vectors.map(({ vector, headings }) => ({ vector: [...vector], headings }))).toEqual(
      passages.map(({ vector, headings }) => ({ vector: [...vector], headings })),
    );
  });

  test("what older rows hold as nothing is read as an empty list", async () => {
    const db = await openTestStore(kind);
    await addTestSource(db, await addTestProject(db));
    await sql`update sources set problems = ''`.execute(db);
    expect(await db.selectFrom("sources").select("problems").execute()).toEqual([{ problems: [] }]);
  });

  test("truth values and names are converted in conditions, joins, aliases and counts", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    await insertBlobs(db, projectId, [testBlob("one"), testBlob("two", { hidden: true })], noon);
    const shown = await db
      .selectFrom("blobs as shownBlobs")
      .innerJoin("passages", "passages.blobHash", "shownBlobs.hash")
      .select(({ fn }) => ["shownBlobs.hash as shownHash", fn.countAll<number>().as("allPassages")])
      .where("shownBlobs.hidden", "=", false)
      .groupBy("shownBlobs.hash")
      .execute();
    expect(shown).toEqual([{ shownHash: "one", allPassages: 2 }]);
  });
});
