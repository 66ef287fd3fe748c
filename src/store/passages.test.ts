import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { addTestProject, addTestSource, noon, testBlob, testPage } from "../../test/store-rows.ts";
import { type Blob, insertBlobs } from "./blobs.ts";
import { findPage, revisionPassages } from "./passages.ts";
import { publishRevision } from "./revisions.ts";

describe.each(storeKinds)("on %s", (kind) => {
  test("passages come with their page and place, in the page's order", async () => {
    const { db, revisionId } = await storeWithPages(kind, { "guide.md": testBlob("one") });
    const passages = await revisionPassages(db, revisionId);
    expect(passages.map(({ id, vector, ...rest }) => ({ ...rest, vector: [...vector] }))).toEqual([
      {
        path: "guide.md",
        title: "one",
        description: "",
        metadata: { audience: "all" },
        headings: ["Part"],
        anchor: "part",
        startLine: 1,
        endLine: 2,
        content: "# one",
        text: "one",
        vector: [1, 2, 255],
      },
      expect.objectContaining({ startLine: 3, content: "Text of one." }),
    ]);
    expect(new Set(passages.map((passage) => passage.id)).size).toBe(2);
  });

  test("pages come in one order, whatever language the store sorts by", async () => {
    const paths = ["Zebra.md", "a/b.md", "a-b.md", "a.md", "B.md", "é.md"];
    const pages = Object.fromEntries(paths.map((path, n) => [path, testBlob(`hash ${9 - n}`)]));
    const { db, revisionId } = await storeWithPages(kind, pages);
    const found = (await revisionPassages(db, revisionId)).map((passage) => passage.path);
    expect([...new Set(found)]).toEqual(["B.md", "Zebra.md", "a-b.md", "a.md", "a/b.md", "é.md"]);
    expect(found).toHaveLength(12);
  });

  test("one text on two pages is two sets of passages", async () => {
    const same = testBlob("same");
    const { db, revisionId } = await storeWithPages(kind, { "a.md": same, "b.md": same });
    const found = (await revisionPassages(db, revisionId)).map((passage) => passage.path);
    expect(found).toEqual(["a.md", "a.md", "b.md", "b.md"]);
  });

  test("hidden pages have no passages and cannot be shown", async () => {
    const { db, revisionId } = await storeWithPages(kind, {
      "open.md": testBlob("open"),
      "secret.md": testBlob("secret", { hidden: true }),
    });
    const paths = (await revisionPassages(db, revisionId)).map((passage) => passage.path);
    expect(new Set(paths)).toEqual(new Set(["open.md"]));
    expect(await findPage(db, revisionId, ["secret.md"])).toBeUndefined();
  });

  test("a page without a title is named after its file", async () => {
    const untitled = testBlob("one", { title: "" });
    const { db, revisionId } = await storeWithPages(kind, { "guides/first-steps.mdx": untitled });
    expect(await revisionPassages(db, revisionId)).toMatchObject([
      { title: "First steps" },
      { title: "First steps" },
    ]);
    expect(await findPage(db, revisionId, ["guides/first-steps.mdx"])).toMatchObject({
      title: "First steps",
    });
  });

  test("the first of the asked paths wins", async () => {
    const { db, revisionId } = await storeWithPages(kind, {
      "guide/index.md": testBlob("index"),
      "guide.md": testBlob("page"),
      "guide.mdx": testBlob("mdx"),
    });
    const paths = ["guide", "guide.md", "guide.mdx", "guide/index.md"];
    expect(await findPage(db, revisionId, paths)).toMatchObject({ path: "guide.md" });
    expect(await findPage(db, revisionId, paths.toReversed())).toMatchObject({
      path: "guide/index.md",
    });
    expect(await findPage(db, revisionId, ["none.md"])).toBeUndefined();
    expect(await findPage(db, "rev_none", paths)).toBeUndefined();
  });
});

async function storeWithPages(kind: StoreKind, pages: Record<string, Blob>) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const sourceId = await addTestSource(db, projectId);
  await insertBlobs(db, projectId, Object.values(pages), noon);
  const { revisionId } = await publishRevision(db, {
    projectId,
    sourceId,
    commit: "",
    pages: Object.entries(pages).map(([path, blob]) => testPage(sourceId, path, blob.hash)),
    at: noon,
  });
  return { db, revisionId };
}
