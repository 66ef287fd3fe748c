import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createTestNode, openTestStore } from "../../../test/harness.ts";
import { makeTree } from "../../../test/make-tree.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLog } from "../../lib/log.ts";
import { createMetrics } from "../../lib/metrics.ts";
import { proxyList } from "../access/client.ts";
import { createFairLimit } from "../access/fair-limit.ts";
import { createRateLimit } from "../access/rate-limit.ts";
import { createApp } from "../app.ts";
import { readClientFiles } from "../client-files.ts";
import { createRequestMetrics } from "../request-metrics.ts";
import { dashboardRoutes } from "./dashboard.ts";

const page = "<!doctype html><title>Docent</title>";
const script = `console.log("${"docent ".repeat(200)}")`;

async function openPages(files: Record<string, string> = {}) {
  const { root } = await makeTree({ "secret.txt": "secret", "dist/none": "", ...files });
  const limit = createRateLimit(1_000, systemClock);
  return createApp({
    db: await openTestStore("sqlite"),
    clock: systemClock,
    log: createLog({ level: "silent", format: "json" }),
    routes: dashboardRoutes(readClientFiles(`${root}/dist`)),
    proxies: proxyList([]),
    limits: { maxBodyBytes: 1_000, perKey: createFairLimit(1_000, systemClock), perAddress: limit },
    turn: async () => undefined,
    metrics: createRequestMetrics(createMetrics()),
    draining: () => false,
  });
}

const built = {
  "dist/index.html": page,
  "dist/.source-hash": "hash",
  "dist/assets/index-abc.js": script,
  "dist/assets/index-abc.css": "a{}",
  "dist/assets/icon-abc.svg": "<svg/>",
  "dist/assets/notes.md": "notes",
};

test("every address of the dashboard is the one page, never kept, under a strict policy", async () => {
  const app = await openPages(built);
  for (const path of [
    "",
    "/",
    "/setup",
    "/acme",
    "/acme/jobs/job_1",
    "/acme/changes/1",
    "/assets",
  ]) {
    const response = await app.request(`/dashboard${path}`);
    expect(response.status, path).toBe(200);
    expect(await response.text()).toBe(page);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  }
});

test("files have their type and are kept for good", async () => {
  const app = await openPages(built);
  const types = {
    "index-abc.js": "text/javascript; charset=utf-8",
    "index-abc.css": "text/css; charset=utf-8",
    "icon-abc.svg": "image/svg+xml",
  };
  for (const [name, type] of Object.entries(types)) {
    const response = await app.request(`/dashboard/assets/${name}`);
    expect(await response.text()).toBe(built[`dist/assets/${name}` as keyof typeof built]);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  }
  expect((await app.request("/dashboard/assets/index-abc.js", { method: "HEAD" })).status).toBe(
    200,
  );
});

test("a browser that takes gzip gets less to read", async () => {
  const app = await openPages(built);
  const path = "/dashboard/assets/index-abc.js";
  const response = await app.request(path, { headers: { "accept-encoding": "br, gzip" } });
  expect(response.headers.get("content-encoding")).toBe("gzip");
  expect(response.headers.get("vary")).toBe("accept-encoding");
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBeLessThan(script.length / 2);
  expect(gunzipSync(bytes).toString()).toBe(script);
  const refusing = await app.request(path, { headers: { "accept-encoding": "gzip;q=0" } });
  expect(await refusing.text()).toBe(script);
});

test.each([
  "none.js",
  "notes.md",
  "",
  "../../secret.txt",
  "..%2f..%2fsecret.txt",
  "%2e%2e/%2e%2e/secret.txt",
  "..\\..\\secret.txt",
  "../.source-hash",
  "%2e%2e%2f.source-hash",
  "/etc/passwd",
  "%2fetc%2fpasswd",
  "index-abc.js%00",
  "index-abc.js/",
  "__proto__",
])("assets/%s leads nowhere", async (path) => {
  const app = await openPages(built);
  const response = await app.request(`/dashboard/assets/${path}`);
  const text = await response.text();
  expect(text).not.toMatch(/^(?:secret|hash)|root:/);
  if (response.status !== 404) expect(text).toBe(page);
});

test("without built files a page says what to do, and the rest works", async () => {
  const app = await openPages();
  for (const path of ["/dashboard", "/dashboard/acme"]) {
    const response = await app.request(path);
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("npm ci");
  }
  expect((await app.request("/dashboard/assets/index-abc.js")).status).toBe(404);
});

test("the welcome page leads to the dashboard", async () => {
  const node = await createTestNode();
  expect(await (await node.request("/")).text()).toContain('<a href="/dashboard">');
});
