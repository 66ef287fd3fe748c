import { expect, test } from "vitest";
import { createTestNode } from "../../../test/harness.ts";
import { createPageDocs, type OpenSourceTree } from "./page-docs.ts";

async function openDocs(openSourceTree: OpenSourceTree) {
  const node = await createTestNode();
  const { currentRevisionId } = await node.db
    .selectFrom("projects")
    .select("currentRevisionId")
    .executeTakeFirstOrThrow();
  const docs = createPageDocs({ db: node.db, openSourceTree, againMs: 1 });
  const project = { ...node.project, currentRevisionId };
  return { node, of: () => docs.of(project, node.source.id) };
}

function treeOf(...paths: string[]) {
  const files = { siteFiles: new Map(), redirectFiles: new Map() };
  return { ...files, docsFolder: "", paths: new Set(paths), read: async () => undefined };
}

test("pages need not be made anew after a sync, unless files have come or gone", async () => {
  const trees = [treeOf("a.md"), treeOf("a.md"), treeOf("a.md", "a.png")];
  const { node, of } = await openDocs(async () => trees.shift());
  const first = await of();
  expect(await of()).toMatchObject({ id: first.id, modelId: first.modelId });
  await node.sync();
  const second = await of();
  expect(second.id).not.toBe(first.id);
  expect(second.modelId).toBe(first.modelId);
  await node.sync();
  expect((await of()).modelId).not.toBe(first.modelId);
});

test("docs that are not at hand are looked for again after a while", async () => {
  const trees = [undefined, treeOf("a.md")];
  const { of } = await openDocs(async () => trees.shift());
  const { id, modelId } = await of();
  expect(modelId).toBe(id);
  await expect.poll(async () => (await of()).modelId).not.toBe(id);
});
