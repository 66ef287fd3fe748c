import { expect, test } from "vitest";
import { createTestNode, embedder } from "../../../test/harness.ts";
import { testQuery } from "../../../test/search-index.ts";
import { findProject } from "../../store/docs/projects.ts";
import { createEngine, engineOver } from "../engine.ts";
import { createGivenIndexes } from "./given-indexes.ts";

test("a thread that is given an index answers as the one that keeps it, from the same memory", async () => {
  const { db, project } = await createTestNode({ store: "sqlite" });
  const revisionId = (await findProject(db, project.id))?.currentRevisionId ?? "";
  const keeper = createEngine({ db, embedder, memoryBytes: 64 * 1_048_576 });
  const query = testQuery("How do I revoke a key?");
  const expected = await keeper.search(revisionId, query);
  const shared = keeper.share(revisionId);
  if (!shared) throw new Error("there is nothing to share");
  expect(shared.segments.every(({ buffer }) => buffer instanceof SharedArrayBuffer)).toBe(true);
  const indexes = createGivenIndexes();
  const helper = engineOver({ db, embedder, indexes });
  await expect(helper.search(revisionId, query)).rejects.toThrow("was not given");
  indexes.take(structuredClone(shared));
  expect(await helper.search(revisionId, query)).toEqual(expected);
  expect(expected.hits.length).toBeGreaterThan(0);
  indexes.drop([revisionId]);
  expect(indexes.has(revisionId)).toBe(false);
});
