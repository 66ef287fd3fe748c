import { expect, test } from "vitest";
import { createTestNode } from "../../test/harness.ts";
import { openOwnerSession } from "../../test/owner.ts";
import { systemClock } from "../lib/clock.ts";

const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test("every address that a person can open answers with a page, never JSON", async () => {
  const node = await createTestNode();
  const cookie = `docent_session=${await openOwnerSession({ ...node, clock: systemClock })}`;
  const fill = (path: string) => path.replace(/\{\w+\}/g, "acme");
  const paths = node.routes.filter(({ method }) => method === "get").map(({ path }) => fill(path));
  const others = ["/nowhere", "/v1/nowhere", "/docs", "/docs/acme/nowhere", "/discovery/v1/x"];
  for (const path of new Set([...paths, ...others])) {
    for (const headers of [{ accept }, { accept, cookie }]) {
      const response = await node.request(path, { headers });
      const type = response.headers.get("content-type") ?? "";
      if (path === "/openapi.json") continue;
      expect(type.startsWith("application/json"), `${path}: ${type}`).toBe(false);
      await response.body?.cancel();
    }
  }
});

test("an error page keeps the status, says the sentence and the request, and is not kept", async () => {
  const node = await createTestNode();
  const response = await node.request("/nowhere", { headers: { accept } });
  expect(response.status).toBe(404);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  const html = await response.text();
  expect(html).toContain("<h1>There is nothing here</h1>");
  expect(html).toContain(response.headers.get("x-request-id") ?? "no id");
});

test("an address full of markup stays text, and leads nowhere else", async () => {
  const node = await createTestNode();
  const path = "/docs/%3Cscript%3E/x?%22%3E%3Cimg%20src=x%3E";
  const html = await (await node.request(path, { headers: { accept } })).text();
  expect(html).not.toMatch(/<script|<img/);
  for (const [, href = ""] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^\/[a-z]/);
});

test("programs are answered in JSON at the same addresses", async () => {
  const node = await createTestNode();
  for (const path of ["/healthz", "/nowhere", "/v1/projects"]) {
    const response = await node.request(path, { headers: { accept: "*/*" } });
    expect(response.headers.get("content-type"), path).toContain("application/json");
  }
});
