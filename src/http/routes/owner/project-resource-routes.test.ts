import { expect, test } from "vitest";
import { createTestNode, type TestNodeOptions } from "../../../../test/harness.ts";
import { openOwnerSession } from "../../../../test/owner.ts";
import { createdKey, keySummary, projectList } from "../../../contract/dashboard.ts";
import { errorBody } from "../../../contract/error.ts";
import { type ProjectResource, projectResource } from "../../../contract/owner/project-resource.ts";
import { sourceAdded } from "../../../contract/project-settings.ts";
import { secretList } from "../../../contract/secrets.ts";
import { sourceSummary } from "../../../contract/sources.ts";
import { operator } from "../../../lib/actor.ts";
import { systemClock } from "../../../lib/clock.ts";
import { createTokenFor } from "../../../members/tokens/create-token.ts";

async function open(options: TestNodeOptions = {}) {
  const node = await createTestNode(options);
  const deps = { db: node.db, clock: systemClock };
  await openOwnerSession(deps);
  const wanted = { label: "ci", scope: "write", expiresAt: null, email: undefined } as const;
  const { token } = await createTokenFor(deps, operator, wanted);
  const send = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    node.request(`/v1/projects${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const project = async (response: Response): Promise<ProjectResource> =>
    projectResource.strict().parse(await response.json());
  return { node, send, project };
}

const location = "https://git.example/acme/docs.git";

test("a project is made once, read, changed and removed", async () => {
  const { node, send, project } = await open();
  const request = { domain: "beta", source: { location, branch: "main" } };
  const made = await project(await send("POST", "", request));
  expect(made).toMatchObject({
    ...{ domain: "beta", name: "beta", visibility: "private", pages: 0, servedBy: "" },
    ...{ reader: null, dailyDollars: null, model: { provider: null, sonnet: null, opus: null } },
  });
  const again = await send("POST", "", request);
  expect(again.status).toBe(409);
  expect(errorBody.parse(await again.json()).details).toEqual([
    { path: "domain", message: "Is taken." },
  ]);
  const patch = {
    ...{ name: "Beta", visibility: "public", reader: "read", starters: ["What is Beta?"] },
    ...{ dailyDollars: 5, extraPaths: ["README.md"], model: { sonnet: "claude-x" } },
  };
  const changed = await send("PATCH", "/beta", patch);
  expect(changed.headers.get("etag")).toMatch(/^"[0-9a-f]{16}"$/);
  expect(await project(changed)).toMatchObject({
    ...patch,
    model: { provider: null, sonnet: "claude-x", opus: null },
  });
  const partly = await project(await send("PATCH", "/beta", { model: { opus: "claude-y" } }));
  expect(partly.model).toEqual({ provider: null, sonnet: "claude-x", opus: "claude-y" });
  const nulls = Object.fromEntries(Object.keys(patch).map((name) => [name, null]));
  expect(await project(await send("PATCH", "/beta", nulls))).toEqual({
    ...{ ...made, version: expect.any(String) },
  });
  expect((await send("DELETE", "/beta")).status).toBe(204);
  expect((await send("GET", "/beta")).status).toBe(404);
  expect((await send("DELETE", "/beta")).status).toBe(404);
  const acts = await node.db.selectFrom("acts").select(["action", "actorKind", "target"]).execute();
  expect(acts).toContainEqual({ action: "Create a project", actorKind: "token", target: "beta" });
  expect(acts).toContainEqual({ action: "Remove a project", actorKind: "token", target: "beta" });
  expect((await node.request("/docs/acme")).status).toBe(200);
});

test("a change that was made from other values is refused, and nothing is stored", async () => {
  const { send, project } = await open();
  const { version } = await project(await send("GET", "/acme"));
  const first = { "if-match": `"${version}"` };
  expect((await send("PATCH", "/acme", { name: "One" }, first)).status).toBe(200);
  const stale = await send("PATCH", "/acme", { name: "Two" }, first);
  expect(stale.status).toBe(409);
  expect((await project(await send("GET", "/acme"))).name).toBe("One");
  expect((await send("PATCH", "/acme", { name: "Two" }, { "if-match": "*" })).status).toBe(200);
  expect((await send("PATCH", "/acme", { name: "Two" }, { "if-match": "x" })).status).toBe(400);
});

test.each([
  [{ domain: "Beta" }, "domain"],
  [{ domain: "beta", nmae: "x" }, ""],
  [{ domain: "beta", source: { location: "/etc" } }, "location"],
  [{ domain: "beta", source: { location: "file:///etc" } }, "location"],
  [{ domain: "beta", source: { location: "https://127.0.0.1/x.git" } }, "location"],
  [{ domain: "beta", source: { location, branch: "--upload-pack=x" } }, "branch"],
  [{ domain: "beta", source: { location, subfolder: "../x" } }, "subfolder"],
  [{ domain: "beta", baseUrl: "javascript:alert(1)" }, "baseUrl"],
])("%j makes no project", async (request, path) => {
  const { send } = await open();
  const response = await send("POST", "", request);
  expect(response.status).toBe(400);
  expect(errorBody.parse(await response.json()).details[0]?.path).toBe(path);
  expect((await send("GET", "/beta")).status).toBe(404);
});

test.each([
  { nmae: "x" },
  { model: { sonet: "x" } },
  { extraPaths: ["../x"] },
  { editSourceId: "src_none" },
  { visibility: "secret" },
  { domain: "other" },
  { dailyDollars: -1 },
])("%j changes nothing", async (patch) => {
  const { send, project } = await open();
  const before = await project(await send("GET", "/acme"));
  const response = await send("PATCH", "/acme", { name: "New", ...patch });
  expect([400, 404]).toContain(response.status);
  expect(await project(await send("GET", "/acme"))).toEqual(before);
});

test("a project that is removed while its docs are read is told so, and nothing is left of it", async () => {
  const { node, send } = await open();
  const [sync, removed] = await Promise.all([send("POST", "/acme/sync"), send("DELETE", "/acme")]);
  expect(removed.status).toBe(204);
  expect([200, 404, 409]).toContain(sync.status);
  for (const table of ["projects", "sources", "revisions", "blobs", "keys"] as const)
    expect(await node.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
});

test("projects are listed in parts", async () => {
  const { send } = await open();
  for (const domain of ["c-d", "cd", "b"])
    expect((await send("POST", "", { domain })).status).toBe(200);
  const domains: string[] = [];
  let cursor = "";
  do {
    const part = await send("GET", `?limit=2&cursor=${cursor}`);
    const list = projectList.parse(await part.json());
    domains.push(...list.projects.map(({ domain }) => domain));
    cursor = list.nextCursor;
  } while (cursor !== "");
  expect(domains).toEqual(["acme", "b", "c-d", "cd"]);
  expect((await send("GET", "?limit=0")).status).toBe(400);
});

test("a source is added once, changed in parts, and removed", async () => {
  const { send } = await open();
  const path = "/acme/sources";
  const request = { location, subfolder: "docs", mount: "api" };
  const [one, two] = await Promise.all([send("POST", path, request), send("POST", path, request)]);
  expect([one.status, two.status].sort()).toEqual([200, 409]);
  const { sourceId } = sourceAdded.parse(await (one.status === 200 ? one : two).json());
  const changed = await send("PATCH", `${path}/${sourceId}`, { branch: "release", mount: null });
  expect(sourceSummary.parse(await changed.json())).toMatchObject({
    ...{ location, subfolder: "docs", branch: "release", mount: "" },
  });
  expect((await send("PATCH", `${path}/${sourceId}`, { brnch: "x" })).status).toBe(400);
  const second = await send("POST", path, { location, mount: "sdk" });
  const other = sourceAdded.parse(await second.json()).sourceId;
  const same = { subfolder: "docs", branch: "release", mount: null };
  expect((await send("PATCH", `${path}/${other}`, same)).status).toBe(409);
  expect((await send("DELETE", `${path}/${sourceId}`)).status).toBe(204);
  expect((await send("GET", `${path}/${sourceId}`)).status).toBe(404);
});

test("a key is made once under its label, changed and revoked", async () => {
  const { node, send } = await open();
  const path = "/acme/keys";
  const request = { kind: "assistant", label: "site", origins: ["https://docs.example.com"] };
  const [one, two] = await Promise.all([send("POST", path, request), send("POST", path, request)]);
  expect([one.status, two.status].sort()).toEqual([200, 409]);
  const { id } = createdKey.parse(await (one.status === 200 ? one : two).json());
  expect((await send("POST", path, { kind: "assistant" })).status).toBe(400);
  expect((await send("POST", path, { ...request, label: "b", origin: "x" })).status).toBe(400);
  const patch = { origins: ["https://next.example.com/"], expiresInDays: 3 };
  const changed = keySummary.parse(await (await send("PATCH", `${path}/${id}`, patch)).json());
  expect(changed).toMatchObject({ origins: ["https://next.example.com"], label: "site" });
  expect(changed.expiresAt).not.toBeNull();
  const opened = await send("PATCH", `${path}/${id}`, { origins: null, expiresInDays: null });
  expect(await opened.json()).toMatchObject({ origins: [], expiresAt: null });
  expect((await send("PATCH", `${path}/${id}`, { origins: ["*"] })).status).toBe(400);
  expect((await send("DELETE", `${path}/${id}`)).status).toBe(204);
  expect((await send("PATCH", `${path}/${id}`, { label: "x" })).status).toBe(409);
  expect((await send("POST", path, request)).status).toBe(200);
  const other = await createTestNode({ db: node.db, domain: "other" });
  const foreign = await other.db
    .selectFrom("keys")
    .select("id")
    .where("projectId", "=", other.project.id)
    .execute();
  expect((await send("GET", `${path}/${foreign[0]?.id}`)).status).toBe(404);
});

test("a key that has expired is not brought back, beside another with its label or alone", async () => {
  const { node, send } = await open();
  const request = { kind: "assistant", label: "site" };
  const { id } = createdKey.parse(await (await send("POST", "/acme/keys", request)).json());
  const ended = { expiresAt: new Date(0).toISOString() };
  await node.db.updateTable("keys").set(ended).where("id", "=", id).execute();
  for (const expiresInDays of [3, null])
    expect((await send("PATCH", `/acme/keys/${id}`, { expiresInDays })).status).toBe(409);
  expect((await send("POST", "/acme/keys", request)).status).toBe(200);
  expect((await send("PATCH", `/acme/keys/${id}`, { expiresInDays: 3 })).status).toBe(409);
});

test("an admin key may lengthen a key's life, as it may make one without end, in its project alone", async () => {
  const { node } = await open();
  const other = await createTestNode({ db: node.db, domain: "other" });
  const call = (method: string, path: string, body: unknown, key = node.keys.admin) =>
    node.request(`/v1/projects${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const short = { kind: "admin", label: "short", expiresInDays: 1 };
  const made = await call("POST", `/${node.project.id}/keys`, short);
  const { id, key } = createdKey.parse(await made.json());
  const path = `/${node.project.id}/keys`;
  expect((await call("POST", path, { kind: "admin" }, key)).status).toBe(200);
  expect((await call("PATCH", `${path}/${id}`, { expiresInDays: 9 }, key)).status).toBe(200);
  for (const stranger of [other.keys.admin, node.keys.assistant])
    expect((await call("PATCH", `${path}/${id}`, { expiresInDays: 9 }, stranger)).status).not.toBe(
      200,
    );
  await node.db
    .updateTable("keys")
    .set({ revokedAt: new Date().toISOString() })
    .where("id", "=", id)
    .execute();
  expect((await call("PATCH", `${path}/${id}`, { expiresInDays: 9 })).status).toBe(409);
});

test("a login of a source is written, never read back, and known by its fingerprint", async () => {
  const { send } = await open();
  const added = await send("POST", "/acme/sources", { location });
  const { sourceId } = sourceAdded.parse(await added.json());
  const fingerprintOf = async (token: string) => {
    const login = { kind: "token", token };
    const stored = await send("POST", `/acme/sources/${sourceId}/login`, login);
    expect(stored.status).toBe(204);
    const text = await (await send("GET", "/acme/secrets")).text();
    expect(text).not.toContain(token);
    return secretList.parse(JSON.parse(text)).secrets[0]?.fingerprint;
  };
  const first = await fingerprintOf("github_pat_one_of_a_good_length");
  expect(first).toMatch(/^[0-9a-f]{24}$/);
  expect(await fingerprintOf("github_pat_two_of_a_good_length")).not.toBe(first);
  expect(await fingerprintOf("github_pat_one_of_a_good_length")).toBe(first);
});

test("an admin key reads its project, and makes, changes or removes none", async () => {
  const { node, send } = await open();
  const headers = { authorization: `Bearer ${node.keys.admin}` };
  expect((await send("GET", "/acme", undefined, headers)).status).toBe(200);
  expect((await send("POST", "", { domain: "beta" }, headers)).status).toBe(403);
  expect((await send("PATCH", "/acme", { name: "x" }, headers)).status).toBe(403);
  expect((await send("DELETE", "/acme", undefined, headers)).status).toBe(403);
});
