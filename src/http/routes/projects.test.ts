import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestNode } from "../../../test/harness.ts";
import { dashboardHeaders, openOwnerSession } from "../../../test/owner.ts";
import { projectList } from "../../contract/dashboard.ts";
import { systemClock } from "../../lib/clock.ts";

test("the owner sees what a project consists of", async () => {
  const node = await createTestNode();
  const headers = dashboardHeaders(await openOwnerSession({ db: node.db, clock: systemClock }));
  const response = await node.request("/v1/projects", { headers });
  const { projects } = projectList.parse(await response.json());
  expect(projects).toEqual([
    {
      id: node.project.id,
      domain: "acme",
      name: "Acme",
      visibility: "public",
      baseUrl: "",
      extraPaths: [],
      starters: [],
      firstStepsClosed: false,
      pages: 2,
      syncedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      sources: [
        { id: node.source.id, kind: "folder", location: node.docs, branch: "", subfolder: "" },
      ],
    },
  ]);
});

test("a project that was never synced has no pages and no time", async () => {
  const node = await createTestNode();
  await node.db.updateTable("projects").set({ currentRevisionId: null }).execute();
  await node.db.updateTable("sources").set({ syncedAt: null }).execute();
  const headers = { authorization: `Bearer ${node.keys.admin}` };
  const response = await node.request("/v1/projects", { headers });
  expect(await response.json()).toMatchObject({ projects: [{ pages: 0, syncedAt: null }] });
});

test("a sync says what changed and serves it at once, however many ask for it", async () => {
  const node = await createTestNode();
  await writeFile(join(node.docs, "new.md"), "# New\n\nA page about zeppelins.\n");
  await writeFile(join(node.docs, "keys.md"), "# Keys\n\nOther words.\n");
  await rm(join(node.docs, "install.md"));
  const headers = { authorization: `Bearer ${node.keys.admin}` };
  const sync = () => node.request("/v1/projects/acme/sync", { method: "POST", headers });
  const [first, ...more] = await Promise.all([sync(), sync(), sync()]);
  expect(first?.status).toBe(200);
  expect(await first?.json()).toEqual({
    revisionId: expect.stringMatching(/^rev_/),
    pages: 2,
    added: ["new.md"],
    changed: ["keys.md"],
    removed: ["install.md"],
    skipped: 0,
    problems: 0,
    unread: [],
  });
  for (const response of more)
    expect(await response.json()).toMatchObject({ added: [], changed: [], removed: [] });
  expect((await node.request("/docs/acme/new")).status).toBe(200);
  expect((await node.request("/docs/acme/install")).status).toBe(404);
});

test("a project without a source has nothing to sync", async () => {
  const node = await createTestNode();
  await node.db.deleteFrom("sources").execute();
  const headers = { authorization: `Bearer ${node.keys.admin}` };
  const response = await node.request("/v1/projects/acme/sync", { method: "POST", headers });
  expect(response.status).toBe(409);
});

test("the owner says what jobs may write besides the docs, and a key does not", async () => {
  const node = await createTestNode();
  const owner = dashboardHeaders(await openOwnerSession({ db: node.db, clock: systemClock }));
  const set = (headers: Record<string, string>, body: unknown) =>
    node.request("/v1/projects/acme/extra-paths", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const shown = async () => {
    const response = await node.request("/v1/projects", { headers: owner });
    return projectList.parse(await response.json()).projects[0]?.extraPaths;
  };
  const key = { authorization: `Bearer ${node.keys.admin}` };
  expect((await set(key, { paths: ["README.md"] })).status).toBe(403);
  expect((await set(owner, { paths: ["README.md", "docs/**/*.tsx"] })).status).toBe(200);
  expect(await shown()).toEqual(["README.md", "docs/**/*.tsx"]);
  expect((await set(owner, { paths: [".github/workflows/a.yml"] })).status).toBe(403);
  expect((await set(owner, { paths: ["../up"] })).status).toBe(400);
  expect((await set(owner, { paths: Array(51).fill("a.md") })).status).toBe(400);
  expect(await shown()).toHaveLength(2);
  expect((await set(owner, { paths: [] })).status).toBe(200);
  expect(await shown()).toEqual([]);
});
