import { expect, test } from "vitest";
import { createTestNode, type TestNode } from "../../../test/harness.ts";
import { dashboardHeaders, openMemberSession, openOwnerSession } from "../../../test/owner.ts";
import { projectList } from "../../contract/dashboard.ts";
import { errorBody } from "../../contract/error.ts";
import type { KeyKind } from "../../contract/keys.ts";
import { mayAct, roles } from "../../contract/members.ts";
import { type CreateKeyInput, createKey } from "../../keys/create-key.ts";
import { revokeKey } from "../../keys/revoke-key.ts";
import { systemClock } from "../../lib/clock.ts";
import { endSession } from "../../members/end-session.ts";
import { verifySession } from "../../members/verify-session.ts";
import { updateProject } from "../../projects/change-projects.ts";
import { guardedAreas } from "../app.ts";
import { isAct } from "../record-call.ts";
import { type Access, leastRole, type Route } from "../route.ts";

/** Whoever makes a route public adds it here on purpose. */
const publicRoutes = [
  "get /",
  "get /dashboard",
  "get /dashboard/assets/{rest}",
  "get /dashboard/{rest}",
  "get /healthz",
  "get /metrics",
  "get /openapi.json",
  "get /reader-assets/{rest}",
  "get /readyz",
  "get /reference",
  "get /widget-assets/{rest}",
  "get /widget-preview",
  "get /widget.js",
  "post /v1/webhooks/code/{repositoryId}",
  "post /v1/webhooks/{sourceId}",
];

/** What of a public project needs no key. */
const readerRoutes = [
  "get /docs/{domain}",
  "get /docs/{domain}/-/file/{rest}",
  "get /docs/{domain}/-/navigation",
  "get /docs/{domain}/-/pass",
  "get /docs/{domain}/-/search",
  "get /docs/{domain}/llms-full.txt",
  "get /docs/{domain}/llms.txt",
  "get /docs/{domain}/sitemap.xml",
  "get /docs/{domain}/{rest}",
  "post /discovery/v1/page/{domain}",
  "post /discovery/v1/search/{domain}",
  "post /docs/{domain}/-/feedback",
  "post /mcp/{domain}",
];

/** What takes no session: how one gets in, and how one gets out. */
const dashboardRoutes = [
  "get /auth/session",
  "post /auth/invitation",
  "post /auth/join",
  "post /auth/login",
  "post /auth/logout",
  "post /auth/logout-everywhere",
  "post /auth/setup",
  "post /auth/setup/link",
];

/** What is about the whole deployment. */
const deploymentPaths = ["/v1/projects", "/v1/events", "/v1/settings"];

/** What takes an owner and no body: no key opens it. */
const ownerDoors = [
  "delete /v1/projects/{projectId}",
  "delete /v1/projects/{projectId}/sources/{sourceId}",
  "post /v1/projects/{projectId}/code-repositories/{repositoryId}/remove",
  "post /v1/projects/{projectId}/code-repositories/{repositoryId}/webhook",
  "post /v1/projects/{projectId}/sources/{sourceId}/remove",
];

/** Behind it nothing is left to open. */
const removing = "delete /v1/projects/{projectId}";

/** Made once: each schema is compiled when it is first used. */
const refusal = errorBody.strict();

type Door = { name: string; method: string; path: string; kind: KeyKind; exists: boolean };
type Caller = { name: string; status: number; headers: Record<string, string> };

const operator = { kind: "operator" } as const;
const origin = "https://docs.example.com";

function doorsOf(node: TestNode, domain: string): Door[] {
  const routes = node.routes.flatMap((route) => {
    const kind = keyKindOf(route.access);
    if (kind === undefined || !/\{(?:domain|projectId)\}/.test(route.path)) return [];
    const name = `${route.method} ${route.path}`;
    const method = route.method.toUpperCase();
    return [{ name, method, path: filled(route.path, domain), kind, exists: true }];
  });
  const madeUp = guardedAreas.flatMap(({ prefix, access }) =>
    ["GET", "POST", "DELETE"].map((method) => ({
      name: `${method} ${prefix}… (made up)`,
      method,
      path: `${prefix}${domain}/no/such/path`,
      kind: access,
      exists: false,
    })),
  );
  return [...routes, ...madeUp];
}

/** Reading takes an assistant key where the project is private, as it is in these tests. */
function keyKindOf(access: Access): KeyKind | undefined {
  if (access === "reader") return "assistant";
  return isKeyKind(access) ? access : undefined;
}

function isKeyKind(access: Access): access is KeyKind {
  return access === "assistant" || access === "admin";
}

function filled(path: string, domain: string): string {
  return path
    .replace(/\{(?:domain|projectId)\}/, domain)
    .replace(/\{\w+\}/g, "a-made-up-value-of-some-length");
}

async function setUp() {
  let now = systemClock.now().getTime();
  const clock = { now: () => new Date(now) };
  const settings = { addressRequestsPerMinute: 1_000_000, keyRequestsPerMinute: 1_000_000 };
  const node = await createTestNode({ clock, settings });
  const other = await createTestNode({ db: node.db, domain: "other" });
  await setVisibility(node, "private");
  await setVisibility(other, "private");
  const make = (more: Partial<CreateKeyInput>) =>
    createKey({ db: node.db, clock }, operator, {
      projectId: node.project.id,
      kind: "assistant",
      label: "",
      expiresAt: null,
      origins: [],
      ...more,
    });
  const callersOf = async (kind: KeyKind): Promise<Caller[]> => {
    const revoked = await make({ kind });
    await revokeKey({ db: node.db, clock }, operator, revoked);
    const expired = (await make({ kind, expiresAt: new Date(now + 1_000) })).key;
    const limited = (await make({ kind, origins: [origin] })).key;
    const right = node.keys[kind];
    const wrong = node.keys[kind === "admin" ? "assistant" : "admin"];
    const random = right.slice(0, -4).concat("0000");
    const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
    return [
      { name: "no key", status: 401, headers: {} },
      { name: "an empty header", status: 401, headers: { authorization: "" } },
      { name: "garbage", status: 401, headers: bearer("garbage") },
      { name: "a key nobody made", status: 401, headers: bearer(random) },
      { name: "a very long key", status: 401, headers: bearer(`svc_${"x".repeat(5_000)}`) },
      { name: "a wrong scheme", status: 401, headers: { authorization: `Basic ${right}` } },
      { name: "the key alone", status: 401, headers: { authorization: right } },
      { name: "two keys", status: 401, headers: bearer(`${right} ${right}`) },
      { name: "a key of the wrong kind", status: 403, headers: bearer(wrong) },
      { name: "a key of another project", status: 403, headers: bearer(other.keys[kind]) },
      { name: "a revoked key", status: 401, headers: bearer(revoked.key) },
      { name: "an expired key", status: 401, headers: bearer(expired) },
      { name: "a limited key without origin", status: 403, headers: bearer(limited) },
      {
        name: "a limited key from elsewhere",
        status: 403,
        headers: { ...bearer(limited), origin: "https://evil.example" },
      },
      {
        name: "a limited key from a look-alike",
        status: 403,
        headers: { ...bearer(limited), origin: `${origin}.evil.example` },
      },
    ];
  };
  const welcomeOf = async (kind: KeyKind): Promise<Record<string, string>[]> => [
    { authorization: `Bearer ${node.keys[kind]}` },
    { authorization: `bearer  ${node.keys[kind]} ` },
    { authorization: `Bearer ${(await make({ kind, origins: [origin] })).key}`, origin },
  ];
  return {
    node,
    clock,
    callersOf,
    welcomeOf,
    passTime: (ms: number) => {
      now += ms;
    },
  };
}

test("the public routes are these and no others", async () => {
  const node = await createTestNode();
  const open = node.routes.filter((route) => route.access === "public");
  expect(open.map((route) => `${route.method} ${route.path}`).sort()).toEqual(publicRoutes);
});

test("the routes that need no key for a public project are these and no others, and name it", async () => {
  const node = await createTestNode();
  const routes = node.routes.filter((route) => route.access === "reader");
  expect(routes.map((route) => `${route.method} ${route.path}`).sort()).toEqual(readerRoutes);
  for (const { path } of routes) expect(path).toContain("{domain}");
});

test("the routes for those who are not logged in yet are these and no others", async () => {
  const node = await createTestNode();
  const routes = node.routes.filter((route) => route.access === "dashboard");
  expect(routes.map((route) => `${route.method} ${route.path}`).sort()).toEqual(dashboardRoutes);
});

test("every key route but those of the deployment names its project in its path, inside a guarded area", async () => {
  const node = await createTestNode();
  for (const route of node.routes.filter((one) => isKeyKind(one.access))) {
    if (deploymentPaths.includes(route.path)) continue;
    const area = guardedAreas.find(({ prefix }) => route.path.startsWith(prefix));
    expect(area?.access, route.path).toBe(route.access);
    expect(route.path).toContain(`{${area?.param}}`);
  }
});

test("whoever may not is refused at every door, in the one shape", async () => {
  const { node, callersOf, passTime } = await setUp();
  const callers = { admin: await callersOf("admin"), assistant: await callersOf("assistant") };
  passTime(2_000);
  const before = await node.db.selectFrom("threads").selectAll().execute();
  for (const door of doorsOf(node, "acme")) {
    for (const caller of callers[door.kind]) {
      const said = `${door.name} with ${caller.name}`;
      const response = await node.request(door.path, init(door, caller.headers));
      expect(response.status, said).toBe(caller.status);
      const body = refusal.parse(await response.json());
      expect(body.code, said).toBe(caller.status === 401 ? "unauthenticated" : "forbidden");
      expect(response.headers.get("x-request-id"), said).toBe(body.requestId);
      expect(response.headers.get("www-authenticate"), said).toBe(
        caller.status === 401 ? "Bearer" : null,
      );
    }
  }
  expect(await node.db.selectFrom("threads").selectAll().execute()).toEqual(before);
});

test("the right key opens every door, by domain, full hostname or project id", async () => {
  const { node, welcomeOf } = await setUp();
  for (const name of ["acme", "ACME", "acme.example.app", node.project.id]) {
    for (const door of doorsOf(node, name)) {
      if (door.kind === "admin" && /[A-Z.]/.test(name)) continue;
      for (const headers of await welcomeOf(door.kind)) {
        const response = await node.request(door.path, init(door, headers));
        const said = `${door.name} as ${name}`;
        const isForKeys = !ownerDoors.includes(door.name);
        if (isForKeys) expect([401, 403], said).not.toContain(response.status);
        if (!isForKeys) expect(response.status, said).toBe(403);
        if (!door.exists) expect(response.status, said).toBe(404);
        expect(response.headers.get("x-request-id"), said).toMatch(/^req_\w{24}$/);
        await response.body?.cancel();
      }
    }
  }
});

test("a door of a project that does not exist looks like one of another project", async () => {
  const { node } = await setUp();
  for (const door of doorsOf(node, "nowhere")) {
    const headers = { authorization: `Bearer ${node.keys[door.kind]}` };
    expect((await node.request(door.path, init(door, headers))).status).toBe(403);
  }
});

test("a method a key route does not take is only told to those who may call it", async () => {
  const node = await createTestNode();
  for (const route of node.routes.filter((one) => isKeyKind(one.access))) {
    const path = filled(route.path, "acme");
    const key = node.keys[route.access === "admin" ? "admin" : "assistant"];
    expect((await node.request(path, { method: "PUT" })).status).toBe(401);
    const refused = await node.request(path, {
      method: "PUT",
      headers: { authorization: `Bearer ${key}` },
    });
    expect(refused.status).toBe(405);
    expect(refused.headers.get("allow")).toContain(route.method.toUpperCase());
  }
});

test("whoever sends no key reads public projects alone", async () => {
  const { node } = await setUp();
  const doors = (name: string) => doorsOf(node, name).filter(({ path }) => isReading(path));
  expect(doors("acme")).toHaveLength(readerRoutes.length);
  for (const door of doors("acme"))
    expect((await node.request(door.path, init(door, {}))).status, door.name).toBe(401);
  await setVisibility(node, "public");
  for (const name of ["acme", "ACME.example.app", node.project.id]) {
    for (const door of doors(name)) {
      const response = await node.request(door.path, init(door, {}));
      expect([200, 400, 404], `${door.name} as ${name}`).toContain(response.status);
      await response.body?.cancel();
    }
  }
  for (const door of doors("nowhere"))
    expect((await node.request(door.path, init(door, {}))).status, door.name).toBe(401);
});

test("a key that does not fit is refused at public projects too", async () => {
  const { node, callersOf, passTime } = await setUp();
  await setVisibility(node, "public");
  const callers = (await callersOf("assistant")).filter(({ name }) => name !== "no key");
  passTime(2_000);
  for (const door of doorsOf(node, "acme").filter(({ path }) => isReading(path))) {
    for (const caller of callers) {
      const response = await node.request(door.path, init(door, caller.headers));
      expect(response.status, `${door.name} with ${caller.name}`).toBe(caller.status);
    }
  }
});

async function setUpSessions() {
  const { node, clock, passTime } = await setUp();
  const deps = { db: node.db, clock };
  const day = 24 * 60 * 60_000;
  const expired = await openOwnerSession(deps);
  passTime(7 * day);
  const rotated = await openOwnerSession(deps);
  passTime(day);
  await verifySession(deps, rotated);
  passTime(60_000);
  const loggedOut = await openOwnerSession(deps);
  const ended = await verifySession(deps, loggedOut);
  await endSession(deps, { ...ended.member, sessionId: ended.sessionId });
  const token = await openOwnerSession(deps);
  const right = dashboardHeaders(token);
  const callers: Caller[] = [
    { name: "no header", status: 403, headers: { cookie: right.cookie ?? "" } },
    { name: "a wrong header", status: 403, headers: { ...right, "x-docent-dashboard": "0" } },
    ...["https://evil.example", "http://docent.test.evil.example", "http://docent.test:81", "null"]
      .concat("http://evil.docent.test", "ftp://docent.test", "docent.test", "")
      .map((from) => ({
        name: `the origin "${from}"`,
        status: 403,
        headers: { ...right, origin: from },
      })),
    ...["cross-site", "same-site", "none", "", "SAME-ORIGIN"].map((site) => ({
      name: `Sec-Fetch-Site: ${site}`,
      status: 403,
      headers: { ...right, "sec-fetch-site": site },
    })),
    { name: "an expired session", status: 401, headers: dashboardHeaders(expired) },
    { name: "a session that was logged out", status: 401, headers: dashboardHeaders(loggedOut) },
    { name: "a token that was rotated", status: 401, headers: dashboardHeaders(rotated) },
    { name: "a made-up token", status: 401, headers: dashboardHeaders("a".repeat(43)) },
    { name: "an empty token", status: 401, headers: dashboardHeaders("") },
    { name: "a very long token", status: 401, headers: dashboardHeaders("a".repeat(5_000)) },
    {
      name: "a token of TLS",
      status: 401,
      headers: { ...right, cookie: `__Host-${right.cookie}` },
    },
    {
      name: "a session beside a bad key",
      status: 401,
      headers: { ...right, authorization: "Bearer garbage" },
    },
    { name: "no session", status: 401, headers: { "x-docent-dashboard": "1" } },
  ];
  return { node, callers, right };
}

test("a session is refused at every door without its header, from elsewhere, and when it is over", async () => {
  const { node, callers } = await setUpSessions();
  const paths = [...doorsOf(node, "acme"), ...doorsOf(node, "nowhere")];
  const projects = { name: "get /v1/projects", method: "GET", path: "/v1/projects" };
  for (const door of [...paths, projects]) {
    for (const caller of callers) {
      // Whoever goes to a page to read it cannot send a header.
      if (caller.name === "no header" && door.path.startsWith("/docs/")) continue;
      const said = `${door.name} with ${caller.name}`;
      const response = await node.request(door.path, init(door, caller.headers));
      expect(response.status, said).toBe(caller.status);
      const body = refusal.parse(await response.json());
      expect(body.code, said).toBe(caller.status === 401 ? "unauthenticated" : "forbidden");
      expect(response.headers.get("set-cookie"), said).toBeNull();
    }
  }
});

test("the owner's session opens every door of every project, and is told which do not exist", async () => {
  const { node, right } = await setUpSessions();
  const own = { ...right, origin: "http://docent.test", "sec-fetch-site": "same-origin" };
  const withProxyPassword = { ...right, authorization: "Basic b3duZXI6cGFzcw==" };
  for (const headers of [right, own, withProxyPassword]) {
    for (const name of ["acme", "other", node.project.id]) {
      for (const door of doorsOf(node, name)) {
        if (door.name === removing) continue;
        const response = await node.request(door.path, init(door, headers));
        expect([401, 403], `${door.name} of ${name}`).not.toContain(response.status);
        await response.body?.cancel();
      }
    }
    for (const door of [...doorsOf(node, "nowhere"), ...doorsOf(node, "no%00where")])
      expect((await node.request(door.path, init(door, headers))).status, door.name).toBe(404);
  }
});

/** What only an owner may: whoever adds to it does so on purpose. */
const ownerRoutes = [
  "delete /v1/projects/{projectId}",
  "delete /v1/projects/{projectId}/sources/{sourceId}",
  "get /v1/audit",
  "get /v1/members",
  "get /v1/settings",
  "get /v1/tokens",
  "patch /v1/projects/{projectId}",
  "patch /v1/projects/{projectId}/sources/{sourceId}",
  "post /v1/invitations",
  "post /v1/invitations/{invitationId}/revoke",
  "post /v1/members/{memberId}/disable",
  "post /v1/members/{memberId}/enable",
  "post /v1/members/{memberId}/remove",
  "post /v1/members/{memberId}/reset",
  "post /v1/members/{memberId}/role",
  "post /v1/projects",
  "post /v1/projects/{projectId}/code-repositories",
  "post /v1/projects/{projectId}/code-repositories/{repositoryId}/login",
  "post /v1/projects/{projectId}/code-repositories/{repositoryId}/remove",
  "post /v1/projects/{projectId}/code-repositories/{repositoryId}/webhook",
  "post /v1/projects/{projectId}/extra-paths",
  "post /v1/projects/{projectId}/secrets",
  "post /v1/projects/{projectId}/settings",
  "post /v1/projects/{projectId}/settings/test-model",
  "post /v1/projects/{projectId}/sources",
  "post /v1/projects/{projectId}/sources/{sourceId}",
  "post /v1/projects/{projectId}/sources/{sourceId}/login",
  "post /v1/projects/{projectId}/sources/{sourceId}/login/remove",
  "post /v1/projects/{projectId}/sources/{sourceId}/remove",
  "post /v1/projects/{projectId}/sources/{sourceId}/webhook",
  "post /v1/settings",
  "post /v1/tokens",
  "post /v1/tokens/{tokenId}/revoke",
];

/** What a viewer may send: it changes nothing but the viewer's own. */
const viewerPosts = [
  "post /discovery/v1/feedback/{domain}",
  "post /discovery/v1/page/{domain}",
  "post /discovery/v1/search/{domain}",
  "post /discovery/v2/assistant/{domain}/message",
  "post /discovery/v2/assistant/{domain}/message/{chatId}/stop",
  "post /docs/{domain}/-/feedback",
  "post /mcp/{domain}",
  "post /v1/account",
  "post /v1/account/password",
  "post /v1/account/sessions/{sessionId}/end",
  "post /v1/account/single-sign-on/disconnect",
];

test("what takes an owner, and what a viewer may send, is this and nothing else", async () => {
  const { node } = await setUp();
  const named = (wanted: (route: Route) => boolean) =>
    node.routes
      .filter((route) => !/^(?:public|dashboard)$/.test(route.access) && wanted(route))
      .map((route) => `${route.method} ${route.path}`)
      .sort();
  expect(named((route) => leastRole(route) === "owner")).toEqual(ownerRoutes);
  expect(named((route) => route.method !== "get" && leastRole(route) === "viewer")).toEqual(
    viewerPosts,
  );
});

/** What is sent to look, to ask or to rate: no line of the activity says so. */
const unrecordedPosts = [
  "post /discovery/v1/feedback/{domain}",
  "post /discovery/v1/page/{domain}",
  "post /discovery/v1/search/{domain}",
  "post /discovery/v2/assistant/{domain}/message",
  "post /discovery/v2/assistant/{domain}/message/{chatId}/stop",
  "post /docs/{domain}/-/feedback",
  "post /mcp/{domain}",
  "post /v1/projects/{projectId}/automation-preview",
  "post /v1/projects/{projectId}/settings/test-model",
  "post /v1/projects/{projectId}/sources/{sourceId}/check",
];

test("what is sent goes into the record, but for this", async () => {
  const { node } = await setUp();
  const left = node.routes.filter(
    (route) =>
      route.method !== "get" && !/^(?:public|dashboard)$/.test(route.access) && !isAct(route),
  );
  expect(left.map((route) => `post ${route.path}`).sort()).toEqual(unrecordedPosts);
});

test("at every door a member is let in or refused by role", async () => {
  const { node, clock } = await setUp();
  for (const role of roles) {
    const headers = dashboardHeaders(await openMemberSession({ db: node.db, clock }, role));
    for (const route of node.routes) {
      if (/^(?:public|dashboard)$/.test(route.access)) continue;
      if (role === "owner" && `${route.method} ${route.path}` === removing) continue;
      const door = { method: route.method.toUpperCase() };
      const response = await node.request(filled(route.path, "acme"), init(door, headers));
      const said = `${route.method} ${route.path} as ${role}`;
      if (mayAct(role, leastRole(route))) {
        expect([401, 403], said).not.toContain(response.status);
        await response.body?.cancel();
        continue;
      }
      expect(response.status, said).toBe(403);
      expect(errorBody.parse(await response.json()).error, said).toContain(role);
    }
  }
});

test("the record names who did what to what, and nothing else that was sent", async () => {
  const { node, clock } = await setUp();
  const token = await openMemberSession({ db: node.db, clock }, "editor");
  const label = "a label";
  const origin = "https://stays-out.example";
  const path = "/v1/projects/acme/keys";
  const make = (headers: Record<string, string>, kind: KeyKind) =>
    node.request(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ kind, label, ...(kind === "assistant" && { origins: [origin] }) }),
    });
  expect((await make(dashboardHeaders(token), "assistant")).status).toBe(200);
  expect((await make(dashboardHeaders(token), "admin")).status).toBe(403);
  expect((await make({ authorization: `Bearer ${node.keys.admin}` }, "admin")).status).toBe(200);
  await node.request(path, { headers: dashboardHeaders(token) });
  const searched = await node.request("/discovery/v1/search/acme", {
    method: "POST",
    headers: { "content-type": "application/json", ...dashboardHeaders(token) },
    body: JSON.stringify({ query: "install" }),
  });
  expect(searched.status).toBe(200);
  const acts = await node.db.selectFrom("acts").selectAll().execute();
  expect(acts.map(({ actorKind, action, domain }) => ({ actorKind, action, domain }))).toEqual([
    { actorKind: "member", action: "Create a key", domain: "acme" },
    { actorKind: "admin", action: "Create a key", domain: "acme" },
  ]);
  expect(acts[0]).toMatchObject({
    actorName: "Some editor",
    projectId: node.project.id,
    target: `assistant ${label}`,
  });
  expect(JSON.stringify(acts)).not.toContain(origin);
});

test("a key wins over a session", async () => {
  const { node, right } = await setUpSessions();
  for (const door of doorsOf(node, "other")) {
    const headers = { ...right, authorization: `Bearer ${node.keys[door.kind]}` };
    expect((await node.request(door.path, init(door, headers))).status, door.name).toBe(403);
  }
});

test("what the pages of the dashboard call is closed to every other page", async () => {
  const node = await createTestNode();
  for (const route of node.routes.filter((one) => one.access === "dashboard")) {
    const door = { method: route.method.toUpperCase() };
    const own = { "x-docent-dashboard": "1", origin: "http://docent.test" };
    const foreign = { "x-docent-dashboard": "1", origin: "https://evil.example" };
    for (const headers of [{}, foreign, { ...own, "sec-fetch-site": "cross-site" }])
      expect((await node.request(route.path, init(door, headers))).status, route.path).toBe(403);
    expect((await node.request(route.path, init(door, own))).status, route.path).not.toBe(403);
  }
});

test("no other site may read or call what is for admins and the dashboard", async () => {
  const { node } = await setUp();
  const guarded = node.routes.filter((route) => /^(?:admin|dashboard)$/.test(route.access));
  for (const { path } of guarded) {
    const origin = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const response = await node.request(filled(path, "acme"), {
      method: "OPTIONS",
      headers: { ...origin, "access-control-request-headers": "x-docent-dashboard" },
    });
    expect([401, 403]).toContain(response.status);
    for (const name of response.headers.keys()) expect(name).not.toMatch(/^access-control-/);
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
});

test("without a dashboard nobody can be logged in", async () => {
  const node = await createTestNode({ settings: { dashboard: false } });
  await setVisibility(node, "private");
  const headers = dashboardHeaders(await openOwnerSession({ db: node.db, clock: systemClock }));
  for (const door of doorsOf(node, "acme"))
    expect((await node.request(door.path, init(door, headers))).status, door.name).toBe(401);
  for (const path of ["/dashboard", "/dashboard/acme", "/auth/session"])
    expect((await node.request(path, { headers })).status).toBe(404);
  expect(await (await node.request("/")).text()).not.toContain("/dashboard");
});

test("a session of the dashboard does not keep its owner from reading a public project", async () => {
  const { node, right } = await setUpSessions();
  await setVisibility(node, "public");
  for (const door of doorsOf(node, "acme").filter(({ path }) => isReading(path))) {
    for (const headers of [{ cookie: right.cookie ?? "" }, right]) {
      const response = await node.request(door.path, init(door, headers));
      expect([200, 400, 404], door.name).toContain(response.status);
      await response.body?.cancel();
    }
  }
});

test("an admin key lists its own project, the owner all, an assistant key none", async () => {
  const { node, right } = await setUpSessions();
  const listed = async (headers: Record<string, string>) => {
    const response = await node.request("/v1/projects", { headers });
    if (response.status !== 200) return response.status;
    return projectList.parse(await response.json()).projects.map((project) => project.domain);
  };
  expect(await listed({ authorization: `Bearer ${node.keys.admin}` })).toEqual(["acme"]);
  expect(await listed(right)).toEqual(["acme", "other"]);
  expect(await listed({ authorization: `Bearer ${node.keys.assistant}` })).toBe(403);
  expect(await listed({})).toBe(401);
});

test("the use of a key is recorded", async () => {
  const node = await createTestNode();
  await (await node.ask({ messages: [{ role: "user", content: "keys" }] })).text();
  const keys = await node.db.selectFrom("keys").select(["kind", "lastUsedAt"]).execute();
  expect(keys.find((key) => key.kind === "assistant")?.lastUsedAt).not.toBeNull();
  expect(keys.find((key) => key.kind === "admin")?.lastUsedAt).toBeNull();
});

test("too many requests of one address or one key are refused with a time to wait", async () => {
  const settings = [{ addressRequestsPerMinute: 3 }, { keyRequestsPerMinute: 3 }];
  for (const one of settings) {
    const node = await createTestNode({ settings: one });
    const statuses = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await node.ask({})).status);
    expect(statuses).toEqual([400, 400, 400, 429, 429]);
    const refused = await node.ask({});
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
    expect((await node.request("/healthz")).status).toBe(200);
  }
});

test("a draining server refuses new work and says so", async () => {
  const node = await createTestNode();
  node.startDraining();
  const refused = await node.ask({ messages: [{ role: "user", content: "keys" }] });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await node.request("/readyz")).status).toBe(503);
  expect((await node.request("/healthz")).status).toBe(200);
});

function isReading(path: string): boolean {
  return /^\/(?:discovery\/v1\/(?:search|page)|docs|mcp)\//.test(path);
}

async function setVisibility(
  { db, project }: TestNode,
  visibility: "public" | "private",
): Promise<void> {
  await updateProject({ db }, operator, { ...project, visibility });
}

function init(door: Pick<Door, "method">, headers: Record<string, string>): RequestInit {
  if (door.method !== "POST") return { method: door.method, headers };
  return {
    method: door.method,
    headers: { ...headers, "content-type": "application/json" },
    body: "{}",
  };
}
