import { expect, test } from "vitest";
import { createJobNode } from "../../../test/job-node.ts";
import { dashboardHeaders, openOwnerSession } from "../../../test/owner.ts";
import { change, changeDetail } from "../../contract/changes.ts";
import { localForge } from "../../forge/local-forge.ts";
import { commitOverlay } from "../../git/overlay/commit-overlay.ts";
import { branchCommit } from "../../git/read/resolve-commit.ts";
import { systemClock } from "../../lib/clock.ts";

async function openChanges() {
  const node = await createJobNode();
  const { db, project, repository } = node;
  const owner = dashboardHeaders(await openOwnerSession({ db, clock: systemClock }));
  const forge = localForge({
    db,
    clock: systemClock,
    repository,
    publicUrl: "http://docent.test",
    project,
  });
  /** A branch that writes one file, proposed as a change. */
  const propose = async (branch: string, path: string, content: string, draft = false) => {
    const { commit } = await commitOverlay(repository, {
      base: await branchCommit(repository, "main"),
      branch,
      changes: [{ path, content, mode: "100644" }],
      message: "Change\n",
      author: { name: "Ann", email: "ann@example.com" },
      date: new Date("2030-01-01T00:00:00Z"),
    });
    const input = { title: branch, body: "", draft, head: branch, base: "main" };
    return forge.open({ ...input, headCommit: commit, checks: [], sessionId: "" });
  };
  const get = (path: string, headers: Record<string, string> = owner) =>
    node.request(`/v1/projects/acme/changes${path}`, { headers });
  const post = (path: string, headers: Record<string, string> = owner) =>
    node.request(`/v1/projects/acme/changes${path}`, { method: "POST", headers });
  return { node, propose, get, post };
}

test("a change is listed, shown with its diff, and its page is in the answers once it is merged", async () => {
  const { node, propose, get, post } = await openChanges();
  const { headCommit } = await propose("add-page", "zeppelins.md", "# Zeppelins\n\nThey fly.\n");
  const listed = await (await get("")).json();
  expect(listed).toMatchObject({ changes: [{ number: 1, head: "add-page", state: "open" }] });
  const detail = changeDetail.parse(await (await get("/1")).json());
  expect(detail).toMatchObject({
    conflicts: [],
    files: [{ path: "zeppelins.md", status: "added" }],
  });
  expect((await node.request("/docs/acme/zeppelins")).status).toBe(404);
  const moved = await post(`/1/merge?headCommit=${"0".repeat(40)}`);
  expect(moved.status).toBe(409);
  const merged = await post(`/1/merge?headCommit=${headCommit}`);
  expect(change.parse(await merged.json())).toMatchObject({ number: 1, state: "merged" });
  expect((await node.request("/docs/acme/zeppelins")).status).toBe(200);
});

test("a draft is marked ready first, and what conflicts is a 409 that names the files", async () => {
  const { propose, post } = await openChanges();
  await propose("one", "install.md", "# Install\n\nOne way.\n", true);
  await propose("two", "install.md", "# Install\n\nAnother way.\n");
  expect((await post("/1/merge")).status).toBe(409);
  expect(await (await post("/1/ready")).json()).toMatchObject({ draft: false });
  expect((await post("/1/merge")).status).toBe(200);
  const refused = await post("/2/merge");
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    code: "conflict",
    details: [{ path: "install.md", message: expect.any(String) }],
  });
});

test("an admin key closes a change, an assistant key does not see it", async () => {
  const { node, propose, get, post } = await openChanges();
  await propose("one", "install.md", "# Install\n\nOne way.\n");
  const assistant = { authorization: `Bearer ${node.keys.assistant}` };
  expect((await get("/1", assistant)).status).toBe(403);
  expect((await post("/1/close", assistant)).status).toBe(403);
  const admin = { authorization: `Bearer ${node.keys.admin}` };
  expect(await (await post("/1/close", admin)).json()).toMatchObject({ state: "closed" });
});

test.each(["0", "-1", "1.5", "1e3", "01", "9".repeat(10), "x", "%00", "1%2F..", "99"])(
  "there is no change %s",
  async (number) => {
    const { get, post } = await openChanges();
    expect((await get(`/${number}`)).status).toBe(404);
    expect((await post(`/${number}/merge`)).status).toBe(404);
  },
);

test("what is no commit is refused", async () => {
  const { propose, post } = await openChanges();
  await propose("one", "install.md", "# Install\n\nOne way.\n");
  for (const commit of ["main", "", "--upload-pack=x", "A".repeat(40)])
    expect((await post(`/1/merge?headCommit=${commit}`)).status).toBe(400);
});
