import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestNode, type TestNode } from "../../../test/harness.ts";
import { sourceList } from "../../contract/sources.ts";

async function sourcesOf(node: TestNode) {
  const headers = { authorization: `Bearer ${node.keys.admin}` };
  const response = await node.request("/v1/projects/acme/sources", { headers });
  expect(response.status).toBe(200);
  return sourceList.parse(await response.json()).sources;
}

function sync(node: TestNode): Promise<Response> {
  const headers = { authorization: `Bearer ${node.keys.admin}` };
  return node.request("/v1/projects/acme/sync", { method: "POST", headers });
}

test("an admin key sees where the docs come from and how they are", async () => {
  const node = await createTestNode();
  await writeFile(join(node.docs, "broken.md"), "---\ntitle: [\n---\n\n# Broken\n");
  expect(await (await sync(node)).json()).toMatchObject({ pages: 3, skipped: 0, problems: 1 });
  expect(await sourcesOf(node)).toEqual([
    {
      id: node.source.id,
      kind: "folder",
      location: node.docs,
      branch: "",
      subfolder: "",
      mount: "",
      baseUrl: "",
      generator: "plain",
      pages: 3,
      syncedAt: expect.stringMatching(/Z$/),
      checkedAt: expect.stringMatching(/Z$/),
      error: "",
      problems: [{ path: "broken.md", line: expect.any(Number), message: expect.any(String) }],
      progress: null,
      deliveredAt: null,
    },
  ]);
});

test("a sync that fails leaves its reason and the old docs, and one that works takes the reason away", async () => {
  const node = await createTestNode();
  await rename(node.docs, `${node.docs}-away`);
  expect((await sync(node)).status).toBe(404);
  expect(await sourcesOf(node)).toMatchObject([
    { pages: 2, error: "The docs folder does not exist or cannot be read." },
  ]);
  expect((await node.request("/docs/acme/keys")).status).toBe(200);
  const metrics = await (await node.request("/metrics")).text();
  expect(metrics).toContain("\ndocent_sources_failing 1\n");
  await rename(`${node.docs}-away`, node.docs);
  expect((await sync(node)).status).toBe(200);
  expect(await sourcesOf(node)).toMatchObject([{ error: "" }]);
});
