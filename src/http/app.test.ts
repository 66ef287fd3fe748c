import { expect, test } from "vitest";
import { createTestNode, openTestStore, storeKinds } from "../../test/harness.ts";
import { dashboardHeaders, openOwnerSession } from "../../test/owner.ts";
import { systemClock } from "../lib/clock.ts";
import { createLog } from "../lib/log.ts";
import { createMetrics } from "../lib/metrics.ts";
import { proxyList } from "./access/client.ts";
import { createFairLimit } from "./access/fair-limit.ts";
import { createRateLimit } from "./access/rate-limit.ts";
import { createApp } from "./app.ts";
import { createRequestMetrics } from "./request-metrics.ts";
import { publicRoute, type Route } from "./route.ts";

const lines: string[] = [];

async function appWith(route: Pick<Route, "path"> & { handle: () => Response }) {
  const docs = { summary: "", description: "", tag: "", responses: [] };
  const limit = createRateLimit(1_000, systemClock);
  return createApp({
    db: await openTestStore("sqlite"),
    clock: systemClock,
    log: createLog({ level: "info", format: "json" }, { write: (line) => void lines.push(line) }),
    routes: [publicRoute({ method: "get", docs, ...route })],
    proxies: proxyList([]),
    limits: { maxBodyBytes: 1_000, perKey: createFairLimit(1_000, systemClock), perAddress: limit },
    turn: async () => undefined,
    metrics: createRequestMetrics(createMetrics()),
    draining: () => false,
  });
}

test("HEAD gets the headers of GET, and the body nobody reads is cancelled", async () => {
  let cancelled = false;
  const body = new ReadableStream({
    cancel() {
      cancelled = true;
    },
  });
  const app = await appWith({
    path: "/x",
    handle: () => new Response(body, { headers: { "x-mine": "1" } }),
  });
  const response = await app.request("/x", { method: "HEAD" });
  expect(response.headers.get("x-mine")).toBe("1");
  expect(response.body).toBeNull();
  expect(cancelled).toBe(true);
});

test("a route that throws is an internal error with the request's id, and the log has the cause", async () => {
  lines.length = 0;
  const app = await appWith({
    path: "/x",
    handle: () => {
      throw new Error("a secret cause");
    },
  });
  const response = await app.request("/x");
  expect(response.status).toBe(500);
  const body = await response.json();
  expect(body).toMatchObject({ code: "internal", requestId: response.headers.get("x-request-id") });
  expect(JSON.stringify(body)).not.toContain("secret");
  expect(lines.join("")).toContain("a secret cause");
});

test("each request has one log line with its id, path and status, without its query", async () => {
  lines.length = 0;
  const app = await appWith({ path: "/x", handle: () => new Response("ok") });
  const response = await app.request("/x?token=hidden");
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    requestId: response.headers.get("x-request-id"),
    method: "GET",
    path: "/x",
    status: 200,
  });
  expect(lines[0]).not.toContain("hidden");
});

test("a public address names the methods it does take", async () => {
  const node = await createTestNode();
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const response = await node.request("/healthz", { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD");
    expect(await response.json()).toMatchObject({ code: "method_not_allowed" });
  }
  expect((await node.request("/healthz", { method: "HEAD" })).status).toBe(200);
});

test("a caller's request id is not taken over", async () => {
  const node = await createTestNode();
  const response = await node.request("/healthz", { headers: { "x-request-id": "mine" } });
  expect(response.headers.get("x-request-id")).toMatch(/^req_\w{24}$/);
});

test.each(storeKinds)("a NUL in an address is a path that is not there, on %s", async (store) => {
  const node = await createTestNode({ store });
  const chat = "/discovery/v2/assistant/acme/message/0123456789abcdef%00/stream";
  for (const path of ["/docs/acme/%00", "/docs/acme/a%00b/c", "/%00", chat]) {
    const headers = { authorization: `Bearer ${node.keys.assistant}` };
    expect((await node.request(path, { headers })).status, path).toBe(404);
  }
  expect((await node.request("/docs/ac%00me")).status).toBe(401);
  const owner = dashboardHeaders(await openOwnerSession({ db: node.db, clock: systemClock }));
  const projects = ["/v1/projects/ac%00me/keys", "/v1/projects/%00/no/such", "/v1/agent/%00/jobs"];
  for (const path of [...projects, chat.replace("acme", "ac%00me")])
    expect((await node.request(path, { headers: owner })).status, path).toBe(404);
});

test("metrics count requests by route, never by the caller's own words", async () => {
  const node = await createTestNode();
  await node.request("/no/such/path/here");
  await node.request("/docs/acme/keys");
  await node.request("/healthz", { method: "BREW" });
  const text = await (await node.request("/metrics")).text();
  expect(text).toContain('{method="GET",route="unknown",status="404"} 1');
  expect(text).toContain('route="/docs/{domain}/{rest}"');
  expect(text).toContain('method="other"');
  expect(text).not.toContain("BREW");
  expect(text).not.toContain("/no/such");
});
