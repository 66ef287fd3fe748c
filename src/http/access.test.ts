import { expect, test } from "vitest";
import { createTestNode, type TestNode } from "../../test/harness.ts";
import { errorBody } from "../contract/error.ts";
import type { KeyKind } from "../contract/keys.ts";
import { type CreateKeyInput, createKey } from "../keys/create-key.ts";
import { revokeKey } from "../keys/revoke-key.ts";
import { systemClock } from "../lib/clock.ts";
import { guardedAreas } from "./app.ts";

/** Whoever makes a route public adds it here on purpose. */
const publicRoutes = [
  "get /",
  "get /docs/{domain}",
  "get /docs/{domain}/{rest}",
  "get /healthz",
  "get /metrics",
  "get /openapi.json",
  "get /readyz",
  "get /reference",
];

type Door = { name: string; method: string; path: string; kind: KeyKind; exists: boolean };
type Caller = { name: string; status: number; headers: Record<string, string> };

const operator = { kind: "operator" } as const;
const origin = "https://docs.example.com";

function doorsOf(node: TestNode, domain: string): Door[] {
  const routes = node.routes.flatMap((route) =>
    route.access === "public"
      ? []
      : [
          {
            name: `${route.method} ${route.path}`,
            method: route.method.toUpperCase(),
            path: filled(route.path, domain),
            kind: route.access,
            exists: true,
          },
        ],
  );
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

function filled(path: string, domain: string): string {
  return path
    .replace(/\{(?:domain|projectId)\}/, domain)
    .replace(/\{\w+\}/g, "a-made-up-value-of-some-length");
}

async function setUp() {
  let now = systemClock.now().getTime();
  const clock = { now: () => new Date(now) };
  const node = await createTestNode({ clock });
  const other = await createTestNode({ db: node.db, domain: "other" });
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
    await revokeKey({ db: node.db, clock }, operator, revoked.id);
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

test("every key route names its project in its path, inside a guarded area", async () => {
  const node = await createTestNode();
  for (const route of node.routes.filter((one) => one.access !== "public")) {
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
      const body = errorBody.strict().parse(await response.json());
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
        expect([401, 403], said).not.toContain(response.status);
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
  for (const route of node.routes.filter((one) => one.access !== "public")) {
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

test("the use of a key is recorded", async () => {
  const node = await createTestNode();
  await (await node.ask({ messages: [{ role: "user", content: "keys" }] })).text();
  const keys = await node.db.selectFrom("keys").select(["kind", "last_used_at"]).execute();
  expect(keys.find((key) => key.kind === "assistant")?.last_used_at).not.toBeNull();
  expect(keys.find((key) => key.kind === "admin")?.last_used_at).toBeNull();
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

function init(door: Door, headers: Record<string, string>): RequestInit {
  if (door.method !== "POST") return { method: door.method, headers };
  return {
    method: door.method,
    headers: { ...headers, "content-type": "application/json" },
    body: "{}",
  };
}
