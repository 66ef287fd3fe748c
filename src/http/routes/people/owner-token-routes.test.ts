import { expect, test } from "vitest";
import { createTestNode } from "../../../../test/harness.ts";
import {
  addMember,
  dashboardHeaders,
  openMemberSession,
  openOwnerSession,
  openSessionOf,
} from "../../../../test/owner.ts";
import { actList } from "../../../contract/acts.ts";
import { createdKey } from "../../../contract/dashboard.ts";
import { createdToken, ownerTokenList } from "../../../contract/owner/owner-tokens.ts";
import { operator } from "../../../lib/actor.ts";
import { hashPassword } from "../../../members/password-hash.ts";
import { createTokenFor } from "../../../members/tokens/create-token.ts";

const dayMs = 24 * 60 * 60_000;

async function open() {
  let now = Date.now();
  const clock = { now: () => new Date(now) };
  const settings = { addressRequestsPerMinute: 1_000_000, keyRequestsPerMinute: 1_000_000 };
  const node = await createTestNode({ clock, settings });
  const deps = { db: node.db, clock };
  const owner = dashboardHeaders(await openOwnerSession(deps));
  const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    node.request(path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const make = (more: Partial<Parameters<typeof createTokenFor>[2]> = {}) =>
    createTokenFor(deps, operator, {
      ...{ label: "ci", scope: "write", expiresAt: null, email: undefined, ...more },
    });
  const statusOf = async (token: string) =>
    (await send("GET", "/v1/projects", bearer(token))).status;
  return {
    ...{ node, deps, owner, send, bearer, make, statusOf },
    passTime: (ms: number) => {
      now += ms;
    },
  };
}

test("an owner makes a token with the own password, sees it once, and revokes it", async () => {
  const { node, deps, send, bearer, statusOf } = await open();
  const ana = await addMember(deps, "owner", {
    name: "Ana",
    passwordHash: await hashPassword("a long enough password"),
  });
  const headers = dashboardHeaders(await openSessionOf(deps, ana));
  const body = { label: "terraform", expiresInDays: 30 };
  const wrong = await send("POST", "/v1/tokens", headers, { ...body, current: "wrong" });
  expect(wrong.status).toBe(403);
  const current = "a long enough password";
  const reply = await send("POST", "/v1/tokens", headers, { ...body, current });
  const made = createdToken.parse(await reply.json());
  expect(made.token).toMatch(/^svc_own_[0-9a-f]{64}$/);
  const stored = await node.db.selectFrom("ownerTokens").selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(made.token.slice(8, 40));
  expect(await statusOf(made.token)).toBe(200);
  const listed = ownerTokenList.parse(await (await send("GET", "/v1/tokens", headers)).json());
  expect(listed.tokens).toMatchObject([
    {
      label: "terraform",
      owner: "Ana",
      scope: "write",
      state: "active",
      hint: made.token.slice(-4),
    },
  ]);
  expect(listed.tokens[0]?.lastUsedAt).not.toBeNull();
  const added = await send("POST", "/v1/projects/acme/keys", bearer(made.token), {
    ...{ kind: "assistant", label: "site" },
  });
  expect(added.status).toBe(200);
  const acts = actList.parse(await (await send("GET", "/v1/audit", headers)).json());
  expect(acts.acts.find(({ action }) => action === "Create a key")).toMatchObject({
    ...{ action: "Create a key", domain: "acme" },
    actor: { kind: "token", id: ana.id, name: "Ana: terraform" },
  });
  expect(JSON.stringify(acts)).not.toContain(made.token.slice(8, 40));
  expect((await send("POST", `/v1/tokens/${made.id}/revoke`, headers)).status).toBe(204);
  expect(await statusOf(made.token)).toBe(401);
  expect((await send("POST", "/v1/tokens/tok_none/revoke", headers)).status).toBe(404);
});

test("no token makes, lists or revokes tokens, and only owners do", async () => {
  const { node, deps, send, bearer, make } = await open();
  const { token, id } = await make();
  const editor = dashboardHeaders(await openMemberSession(deps, "editor"));
  for (const headers of [bearer(token), bearer(node.keys.admin), editor]) {
    expect((await send("GET", "/v1/tokens", headers)).status).toBe(403);
    expect((await send("POST", "/v1/tokens", headers, { label: "more" })).status).toBe(403);
    expect((await send("POST", `/v1/tokens/${id}/revoke`, headers)).status).toBe(403);
  }
  expect((await send("GET", "/v1/members", bearer(token))).status).toBe(403);
  expect((await send("POST", "/v1/invitations", bearer(token), { role: "owner" })).status).toBe(
    403,
  );
});

test("a token is refused wherever keys of a project ask, start jobs or read", async () => {
  const { node, send, bearer, make } = await open();
  const { token } = await make();
  const doors = node.routes.filter(({ access }) => access !== "public" && access !== "dashboard");
  const closed = doors.filter(({ takesToken }) => takesToken !== true);
  expect(closed.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "/v1/agent/{projectId}/job",
      "/v1/agent/{projectId}/jobs",
      "/discovery/v2/assistant/{domain}/message",
      "/mcp/{domain}",
      "/docs/{domain}/{rest}",
      "/v1/gate/{projectId}/run",
    ]),
  );
  for (const { method, path } of closed) {
    const address = path.replace(/\{(?:domain|projectId)\}/, "acme").replace(/\{\w+\}/g, "x");
    const body = method === "get" ? undefined : {};
    const response = await send(method.toUpperCase(), address, bearer(token), body);
    expect(response.status, `${method} ${path}`).toBe(403);
  }
  const unknown = `${token.slice(0, -4)}0000`;
  for (const { method, path } of doors) {
    const address = path.replace(/\{(?:domain|projectId)\}/, "acme").replace(/\{\w+\}/g, "x");
    const body = method === "get" ? undefined : {};
    const response = await send(method.toUpperCase(), address, bearer(unknown), body);
    expect([401, 403], `${method} ${path}`).toContain(response.status);
  }
});

test("a token that only looks changes nothing", async () => {
  const { node, send, bearer, make, statusOf } = await open();
  const { token } = await make({ scope: "read" });
  expect(await statusOf(token)).toBe(200);
  const changing = node.routes.filter(
    ({ takesToken, method }) => takesToken === true && method !== "get",
  );
  expect(changing.length).toBeGreaterThan(10);
  for (const { method, path } of changing) {
    const address = path.replace(/\{(?:domain|projectId)\}/, "acme").replace(/\{\w+\}/g, "x");
    const response = await send(method.toUpperCase(), address, bearer(token), {});
    expect(response.status, `${method} ${path}`).toBe(403);
  }
});

test("a token ends with its time, and with its owner's role", async () => {
  const { deps, owner, send, make, statusOf, passTime } = await open();
  const short = await make({ expiresAt: new Date(deps.clock.now().getTime() + dayMs) });
  expect(await statusOf(short.token)).toBe(200);
  passTime(dayMs);
  expect(await statusOf(short.token)).toBe(401);
  for (const end of ["disable", "role", "reset", "remove"] as const) {
    const other = await addMember(deps, "owner");
    const { token } = await make({ email: other.email ?? "" });
    expect(await statusOf(token)).toBe(200);
    const change = (what: string, body: unknown) =>
      send("POST", `/v1/members/${other.id}/${what}`, owner, body);
    expect((await change(end, { role: "editor" })).status, end).toBeLessThan(300);
    expect(await statusOf(token), end).toBe(401);
    if (end === "disable") await change("enable", {});
    if (end === "role") await change("role", { role: "owner" });
    expect(await statusOf(token), `${end} and back`).toBe(401);
  }
});

test("the command line makes tokens of owners alone", async () => {
  const { deps, make, passTime } = await open();
  const editor = await addMember(deps, "editor");
  await expect(make({ email: editor.email ?? "" })).rejects.toMatchObject({ code: "not_found" });
  await expect(make({ expiresAt: new Date(0) })).rejects.toMatchObject({ code: "invalid_request" });
  const expiresAt = new Date(deps.clock.now().getTime() + dayMs);
  for (let made = 0; made < 50; made += 1) await make({ expiresAt });
  await expect(make()).rejects.toMatchObject({ code: "conflict" });
  passTime(400 * dayMs);
  await make();
  expect(await deps.db.selectFrom("ownerTokens").selectAll().execute()).toHaveLength(1);
});

test("a token's keys outlast it, and the list of tokens tells which still work", async () => {
  const { node, send, bearer, make, owner } = await open();
  const { id, token } = await make();
  const path = `/v1/projects/${node.project.id}/keys`;
  const keyBy = async (key: string, body: object) =>
    createdKey.parse(await (await send("POST", path, bearer(key), body)).json());
  const admin = await keyBy(token, { kind: "admin", label: "pipeline" });
  await keyBy(admin.key, { kind: "assistant", label: "site" });
  const gone = await keyBy(token, { kind: "assistant", label: "gone" });
  await keyBy(node.keys.admin, { kind: "assistant", label: "of a person" });
  await send("DELETE", `${path}/${gone.id}`, bearer(token));
  expect((await send("POST", `/v1/tokens/${id}/revoke`, owner)).status).toBe(204);
  expect((await send("GET", path, bearer(admin.key))).status).toBe(200);
  const list = await send("GET", "/v1/tokens", owner);
  const { tokens } = ownerTokenList.parse(await list.json());
  const { domain } = node.project;
  expect(tokens.find((one) => one.id === id)).toMatchObject({
    state: "revoked",
    keys: [
      { id: admin.id, domain, kind: "admin", label: "pipeline" },
      { domain, kind: "assistant", label: "site" },
    ],
  });
});
