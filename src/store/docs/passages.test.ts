import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import { addTestProject, noon, testBlob } from "../../../test/store-rows.ts";
import { insertBlobs } from "./blobs.ts";
import { passagesNear, passagesOfBlobs, passageTexts } from "./passages.ts";

describe.each(storeKinds)("on %s", (kind) => {
  test("the passages of a blob come in its order with what an index needs", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    await insertBlobs(db, projectId, [testBlob("one"), testBlob("two")], noon);
    const found = await passagesOfBlobs(db, projectId, ["one", "none"]);
    expect(found.map(({ id, vector, ...rest }) => ({ ...rest, vector: [...vector] }))).toEqual([
      {
        blobHash: "one",
        ordinal: 0,
        headings: ["Part"],
        text: "one",
        textHash: "t",
        vector: [1, 2, 255],
      },
      expect.objectContaining({ ordinal: 1, text: "text" }),
    ]);
    expect(new Set(found.map((passage) => passage.id)).size).toBe(2);
  });

  test("another project's blobs of the same hash stay its own", async () => {
    const db = await openTestStore(kind);
    const [mine, other] = [await addTestProject(db), await addTestProject(db, "other")];
    await insertBlobs(db, other, [testBlob("one")], noon);
    expect(await passagesOfBlobs(db, mine, ["one"])).toEqual([]);
  });

  test("a hit's text is found by its id, and a missing one is left out", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    await insertBlobs(db, projectId, [testBlob("one")], noon);
    const [first] = await passagesOfBlobs(db, projectId, ["one"]);
    const texts = await passageTexts(db, [first?.id ?? "", "pas_none"]);
    expect([...texts.values()]).toEqual([
      {
        id: first?.id,
        blobHash: "one",
        headings: ["Part"],
        anchor: "part",
        laterHeadings: [],
        startLine: 1,
        endLine: 2,
        content: "# one",
        text: "one",
      },
    ]);
  });

  test("what stands near a passage on its page is found, and nothing of other pages", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const [first] = testBlob("one").passages;
    const texts = ["0", "1", "2", "3", "4", "5", "6", "7", "8"];
    const passages = first ? texts.map((text) => ({ ...first, text })) : [];
    await insertBlobs(db, projectId, [testBlob("one", { passages }), testBlob("two")], noon);
    const fifth = (await passagesOfBlobs(db, projectId, ["one"]))[4];
    const near = await passagesNear(db, [fifth?.id ?? ""]);
    expect(near.map(({ text }) => text)).toEqual(["2", "3", "5", "6", "7"]);
    expect(new Set(near.map(({ hitId }) => hitId))).toEqual(new Set([fifth?.id]));
  });
});
