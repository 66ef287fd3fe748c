import { expect, test } from "vitest";
import { createTestNode, embedder } from "../../../test/harness.ts";
import { addTestProject } from "../../../test/store-rows.ts";
import { createEngine } from "../../search/engine.ts";
import { docsSearch } from "./search-docs-tool.ts";

test("passages come with their path in the repository, and only those that are there", async () => {
  const { db, project } = await createTestNode();
  const search = createEngine({ db, embedder, memoryBytes: 1e9 });
  const present = async (paths: string[]) => paths.filter((path) => path === "site/docs/keys.md");
  const find = docsSearch({ db, search }, project.id, { present, docsFolder: "site/docs" });
  const [first, ...rest] = await find("How do I revoke a key?", 5);
  expect(first).toEqual({
    path: "site/docs/keys.md",
    title: "Keys",
    heading: "Create a key",
    startLine: 10,
    endLine: 16,
    content: expect.stringContaining("acme keys revoke"),
  });
  expect(rest.every((passage) => passage.path === "site/docs/keys.md")).toBe(true);
  expect(await find("How do I install it?", 5)).not.toContainEqual(
    expect.objectContaining({ title: "Install" }),
  );
});

test("a project that was never synced has no passages", async () => {
  const { db } = await createTestNode();
  const search = createEngine({ db, embedder, memoryBytes: 1e9 });
  const place = { present: async (paths: string[]) => paths, docsFolder: "" };
  const projectId = await addTestProject(db, "empty");
  expect(await docsSearch({ db, search }, projectId, place)("keys", 5)).toEqual([]);
});
