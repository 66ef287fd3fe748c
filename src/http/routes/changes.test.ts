import { expect, test } from "vitest";
import { createJobNode, task } from "../../../test/job-node.ts";
import { dashboardHeaders, openOwnerSession } from "../../../test/owner.ts";
import { change, changeDetail, changedFile } from "../../contract/changes.ts";
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
  const propose = async (
    branch: string,
    path: string,
    content: string,
    draft = false,
    sessionId = "",
  ) => {
    const { commit } = await commitOverlay(repository, {
      base: await branchCommit(repository, "main"),
      branch,
      changes: [{ path, content, mode: "100644" }],
      message: "Change\n",
      author: { name: "Ann", email: "ann@example.com" },
      date: new Date("2030-01-01T00:00:00Z"),
    });
    const input = { title: branch, body: "", draft, head: branch, base: "main" };
    return forge.open({ ...input, headCommit: commit, checks: [], sessionId });
  };
  const get = (path: string, headers: Record<string, string> = owner) =>
    node.request(`/v1/projects/acme/changes${path}`, { headers });
  const post = (path: string, headers: Record<string, string> = owner) =>
    node.request(`/v1/projects/acme/changes${path}`, { method: "POST", headers });
  return { node, propose, get, post, owner };
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

test("a changed file is given whole, before and after, a page also as safe HTML", async () => {
  const { propose, get } = await openChanges();
  await propose(
    "one",
    "install.md",
    "# Install\n\nOne <script>alert(1)</script> [way](other.md).\n",
  );
  await propose("two", "data.json", '{"a": 1}\n');
  const file = async (number: number, path: string) =>
    changedFile.strict().parse(await (await get(`/${number}/file?path=${path}`)).json());
  const page = await file(1, "install.md");
  expect(page.oldText).toContain("# Install");
  expect(page.newText).toContain("<script>");
  expect(page.oldHtml).toContain("<h1");
  expect(page.newHtml).toContain('href="/docs/acme/other"');
  expect(page.newHtml).not.toContain("<script");
  expect(await file(2, "data.json")).toEqual({
    path: "data.json",
    ...{ oldText: null, newText: '{"a": 1}\n', oldHtml: null, newHtml: null },
  });
  for (const path of ["", "gone.md", "../install.md", "%00", "install.md%0A"])
    expect((await get(`/1/file?path=${path}`)).status).toBe(404);
});

test("a review is one message to the job, kept as comments, however often it is sent", async () => {
  const { node, propose, get, owner } = await openChanges();
  const sessionId = (await node.createJob(task("Edit it."))).headers.get("x-session-id") ?? "";
  await propose("one", "install.md", "# Install\n\nOne way.\n", false, sessionId);
  const headers = { ...owner, "content-type": "application/json", "idempotency-key": "k1" };
  const review = (body: object, number = 1) =>
    node.request(`/v1/projects/acme/changes/${number}/review`, {
      ...{ method: "POST", headers: { ...headers }, body: JSON.stringify(body) },
    });
  const remarks = [
    { path: "install.md", line: 3, body: "Say which.\n\n@docent <!-- x -->" },
    { path: "install.md", line: 1, side: "old", body: "Keep it." },
  ];
  for (const _ of [1, 2])
    expect(await (await review({ text: "Nearly.", remarks })).json()).toEqual({ sessionId });
  const sent = await node.db.selectFrom("jobMessages").selectAll().execute();
  expect(sent).toHaveLength(1);
  const text = sent[0]?.messages[0]?.content ?? "";
  expect(text).toContain("wrote on pull request 1:\n\n> Nearly.");
  expect(text).toContain('about line 3 of "install.md":\n\n> Say which.');
  expect(text).toContain('That line reads: "One way."');
  const { comments } = changeDetail.parse(await (await get("/1")).json());
  expect(comments).toMatchObject([
    { body: "Nearly.", path: "", line: 0, state: "asked" },
    { path: "install.md", line: 3, side: "new", state: "asked" },
    { path: "install.md", line: 1, side: "old", state: "asked" },
  ]);
  expect(await (await get("")).json()).toMatchObject({ changes: [{ comments: 3 }] });
  const line = (more: object) => ({
    remarks: [{ path: "install.md", line: 1, body: "x", ...more }],
  });
  for (const body of [
    {},
    { text: " " },
    line({ path: "gone.md" }),
    line({ line: 99 }),
    line({ line: 0 }),
  ])
    expect((await review(body)).status).toBe(400);
  await propose("two", "install.md", "# Install\n\nAnother way.\n");
  const nobody = await review({ text: "x" }, 2);
  expect(nobody.status).toBe(409);
  expect(await nobody.json()).toMatchObject({ error: expect.stringContaining("No job proposed") });
});

test("a merged change is reverted by a new one", async () => {
  const { propose, post, node } = await openChanges();
  await propose("one", "install.md", "# Install\n\nOne way.\n");
  expect((await post("/1/revert")).status).toBe(409);
  await post("/1/merge");
  expect(await (await post("/1/revert")).json()).toEqual({ number: 2 });
  expect((await post("/2/merge")).status).toBe(200);
  expect(await (await node.request("/docs/acme/install.md")).text()).not.toContain("One way");
});

test("the embedded model says that it cannot settle conflicts", async () => {
  const { node, propose, post } = await openChanges();
  const sessionId = (await node.createJob(task("Edit it."))).headers.get("x-session-id") ?? "";
  await propose("one", "install.md", "# Install\n\nOne way.\n", false, sessionId);
  const clean = await post("/1/resolve");
  expect(await clean.json()).toMatchObject({ error: expect.stringContaining("merges cleanly") });
  await propose("two", "install.md", "# Install\n\nAnother way.\n");
  await post("/2/merge");
  const refused = await post("/1/resolve");
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    error: expect.stringContaining("The embedded model cannot settle conflicts"),
  });
});
