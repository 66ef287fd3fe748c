import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../../test/harness.ts";
import {
  addTestProject,
  addTestSource,
  countRows,
  noon,
  testBlob,
  testPage,
} from "../../../test/store-rows.ts";
import { type Blob, insertBlobs } from "./blobs.ts";
import { deleteProject } from "./projects.ts";
import { publishRevision } from "./revisions.ts";
import {
  dropUnusedVectors,
  insertVectors,
  missingTexts,
  storedVectors,
  textsToEmbed,
} from "./vectors.ts";

const vector = new Uint8Array([0, 0, 128, 63, 1, 2, 255]);

describe.each(storeKinds)("on %s", (kind) => {
  test("each text of a visible page is missing once until it has a vector", async () => {
    const { db, scope, publish } = await storeWith(kind, {
      one: blobOf("one", ["a", "b"]),
      two: blobOf("two", ["b", "c"]),
      secret: blobOf("secret", ["d"], true),
      old: blobOf("old", ["e"]),
      before: blobOf("before", [""]),
    });
    const revisionId = await publish(["one", "two", "secret", "before"]);
    const missing = async () =>
      (await missingTexts(db, scope, revisionId)).map((text) => text.textHash).sort();
    expect(await missing()).toEqual(["a", "b", "c"]);
    await insertVectors(db, scope, [{ textHash: "b", vector }]);
    expect(await missing()).toEqual(["a", "c"]);
    await insertVectors(db, { ...scope, embedder: "other" }, [{ textHash: "a", vector }]);
    expect(await missing()).toEqual(["a", "c"]);
  });

  test("an embedder is given title, headings and text", async () => {
    const { db, scope, publish } = await storeWith(kind, { one: blobOf("one", ["a"]) });
    const [text] = await missingTexts(db, scope, await publish(["one"]));
    const ids = [text?.passageId ?? "", "pas_none"];
    expect([...(await textsToEmbed(db, ids)).values()]).toEqual(["one Part\n\ntext a"]);
  });

  test("vectors come back as they were stored, and storing one again changes nothing", async () => {
    const { db, scope } = await storeWith(kind, {});
    const other = new Uint8Array([9, 9, 9, 9, 9]);
    await insertVectors(db, scope, [{ textHash: "a", vector }]);
    await insertVectors(db, scope, [
      { textHash: "b", vector: other },
      { textHash: "a", vector: other },
    ]);
    const found = await storedVectors(db, scope, ["a", "b", "c"]);
    expect([...found].map(([hash, bytes]) => [hash, [...bytes]]).sort()).toEqual([
      ["a", [...vector]],
      ["b", [...other]],
    ]);
  });

  test("vectors go when no stored passage has their text, and those of other embedders go too", async () => {
    const { db, scope } = await storeWith(kind, { one: blobOf("one", ["a", "b"]) });
    const many = Array.from({ length: 1_200 }, (_, n) => ({ textHash: `gone ${n}`, vector }));
    await insertVectors(db, scope, [...many, { textHash: "a", vector }]);
    await insertVectors(db, { ...scope, embedder: "other" }, [{ textHash: "a", vector }]);
    const second = await addTestProject(db, "second");
    await insertVectors(db, { ...scope, projectId: second }, [{ textHash: "gone 1", vector }]);
    expect(await dropUnusedVectors(db, scope)).toBe(1_200);
    const rows = await db.selectFrom("vectors").select(["projectId", "textHash"]).execute();
    expect(new Set(rows.map((row) => `${row.projectId} ${row.textHash}`))).toEqual(
      new Set([`${scope.projectId} a`, `${second} gone 1`]),
    );
  });

  test("vectors go with their project", async () => {
    const { db, scope } = await storeWith(kind, {});
    await insertVectors(db, scope, [{ textHash: "a", vector }]);
    await deleteProject(db, scope.projectId);
    expect(await countRows(db, "vectors")).toBe(0);
  });
});

function blobOf(hash: string, textHashes: string[], hidden = false): Blob {
  const blob = testBlob(hash, { hidden });
  const [first] = blob.passages;
  if (!first) throw new Error("a test blob has passages");
  const passages = textHashes.map((textHash) => ({ ...first, textHash, text: `text ${textHash}` }));
  return { ...blob, passages };
}

async function storeWith(kind: StoreKind, blobs: Record<string, Blob>) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const sourceId = await addTestSource(db, projectId);
  await insertBlobs(db, projectId, Object.values(blobs), noon);
  const publish = async (names: string[]) => {
    const pages = names.map((name) => testPage(sourceId, `${name}.md`, name));
    const common = { commit: "", generator: "plain", problems: [], at: noon };
    return (await publishRevision(db, { ...common, projectId, sourceId, pages })).revisionId;
  };
  return { db, scope: { projectId, embedder: "fake" }, publish };
}
