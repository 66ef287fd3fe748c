import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../../test/harness.ts";
import {
  addTestProject,
  addTestSource,
  noon,
  testBlob,
  testPage,
} from "../../../test/store-rows.ts";
import { soleEdition } from "../../docs/site/edition.ts";
import { type Blob, blobContents, insertBlobs, pageMetadata } from "./blobs.ts";
import { findPage, pageAddresses, pagesContaining, visiblePages } from "./pages.ts";
import type { RevisionPage } from "./revision-pages.ts";
import { publishRevision } from "./revisions.ts";
import { updateSourcePlace } from "./sources.ts";

describe.each(storeKinds)("on %s", (kind) => {
  test("pages come in one order, whatever language the store sorts by", async () => {
    const paths = ["Zebra.md", "a/b.md", "a-b.md", "a.md", "B.md", "é.md"];
    const pages = Object.fromEntries(paths.map((path, n) => [path, testBlob(`hash ${9 - n}`)]));
    const { db, revisionId } = await storeWithPages(kind, pages);
    const found = (await visiblePages(db, revisionId)).map((page) => page.path);
    expect(found).toEqual(["B.md", "Zebra.md", "a-b.md", "a.md", "a/b.md", "é.md"]);
  });

  test("a page comes with its place on the site and the address of its source's site", async () => {
    const place = {
      address: "guide/",
      position: 3,
      section: ["Start", "First steps"],
      title: "The guide",
      hidden: false,
      edition: { versions: ["2"], locale: "de" },
    };
    const { db, revisionId, sourceId } = await storeWithPages(
      kind,
      { "guide.md": testBlob("one", { title: "", language: "de" }) },
      { place },
    );
    await updateSourcePlace(db, sourceId, { baseUrl: "https://docs.acme.example" });
    expect(await pageAddresses(db, revisionId)).toEqual([
      { path: "guide.md", address: "guide/", baseUrl: "https://docs.acme.example" },
    ]);
    expect(await visiblePages(db, revisionId)).toEqual([
      {
        path: "guide.md",
        sourceId,
        blobHash: "one",
        title: "The guide",
        description: "",
        metadata: { audience: "all" },
        edition: { ...soleEdition("guide.md"), versions: ["2"], locale: "de" },
        language: "de",
        address: "guide/",
        baseUrl: "https://docs.acme.example",
        section: ["Start", "First steps"],
        position: 3,
      },
    ]);
  });

  test("pages hidden by their front matter or by their site cannot be seen", async () => {
    const { db, revisionId } = await storeWithPages(kind, {
      "open.md": testBlob("open"),
      "secret.md": testBlob("secret", { hidden: true }),
    });
    expect((await visiblePages(db, revisionId)).map((page) => page.path)).toEqual(["open.md"]);
    expect(await findPage(db, revisionId, ["secret.md"])).toBeUndefined();
    const place = {
      address: "",
      position: undefined,
      section: [],
      title: "",
      hidden: true,
      edition: {},
    };
    const other = await storeWithPages(kind, { "draft.md": testBlob("one") }, { place });
    expect(await visiblePages(other.db, other.revisionId)).toEqual([]);
    expect(await findPage(other.db, other.revisionId, ["draft.md"])).toBeUndefined();
  });

  test("a page without a title is named after its file", async () => {
    const untitled = testBlob("one", { title: "" });
    const { db, revisionId } = await storeWithPages(kind, { "guides/first-steps.mdx": untitled });
    expect(await visiblePages(db, revisionId)).toMatchObject([{ title: "First steps" }]);
    expect(await findPage(db, revisionId, ["guides/first-steps.mdx"])).toMatchObject({
      title: "First steps",
      content: untitled.content,
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

  test("pages are found by words in their text, and signs of a pattern are only signs", async () => {
    const page = (text: string) => testBlob(text, { content: text });
    const { db, revisionId } = await storeWithPages(kind, {
      "a.md": page("Run `docent_keys` at 100% speed."),
      "b.md": page("Run docentXkeys at 1000 speed."),
      "c.md": testBlob("hidden", { content: "docent_keys", hidden: true }),
    });
    const find = async (text: string) =>
      (await pagesContaining(db, revisionId, { text, limit: 10 })).map(({ path }) => path);
    expect(await find("DOCENT_KEYS")).toEqual(["a.md"]);
    expect(await find("100%")).toEqual(["a.md"]);
    expect(await find("speed")).toEqual(["a.md", "b.md"]);
    expect(await find("\\")).toEqual([]);
    expect(await pagesContaining(db, revisionId, { text: "speed", limit: 1 })).toHaveLength(1);
  });

  test("texts and front matter are found by their blobs", async () => {
    const plain = testBlob("plain", { metadata: {} });
    const { db, projectId } = await storeWithPages(kind, {
      "a.md": testBlob("one"),
      "b.md": plain,
    });
    const hashes = ["one", "plain", "none", "one"];
    expect(await blobContents(db, projectId, hashes)).toEqual(
      new Map([
        ["one", testBlob("one").content],
        ["plain", plain.content],
      ]),
    );
    expect(await pageMetadata(db, projectId, hashes)).toEqual(
      new Map([["one", { title: testBlob("one").title, audience: "all" }]]),
    );
  });
});

async function storeWithPages(
  kind: StoreKind,
  pages: Record<string, Blob>,
  more: Partial<RevisionPage> = {},
) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const sourceId = await addTestSource(db, projectId);
  await insertBlobs(db, projectId, Object.values(pages), noon);
  const { revisionId } = await publishRevision(db, {
    projectId,
    sourceId,
    commit: "",
    generator: "plain",
    problems: [],
    pages: Object.entries(pages).map(([path, blob]) => ({
      ...testPage(sourceId, path, blob.hash),
      ...more,
    })),
    at: noon,
  });
  return { db, projectId, sourceId, revisionId };
}
