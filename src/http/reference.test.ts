import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { createTestNode } from "../../test/harness.ts";
import { referencePage } from "./reference.ts";
import { publicRoute } from "./route.ts";

async function pages(): Promise<{ path: string; response: Response; html: string }[]> {
  const node = await createTestNode();
  const all = ["/reference", "/", "/docs/acme/keys"].map(async (path) => {
    const response = await node.request(path);
    return { path, response, html: await response.text() };
  });
  return Promise.all(all);
}

test("our pages run no script and load nothing", async () => {
  for (const { path, response, html } of await pages()) {
    expect(response.status, path).toBe(200);
    expect(html, path).not.toMatch(
      /<script|<iframe|<object|<embed|<link(?! rel="alternate")|<img|<form|javascript:/i,
    );
    expect(html, path).not.toMatch(/\son\w+=/i);
    expect(html, path).not.toMatch(/(?:src|href)="(?:https?:)?\/\//i);
    expect(html, path).not.toMatch(/@import|url\(/i);
  }
});

test("their policy allows nothing but the one style, which it names by its hash", async () => {
  for (const { path, response, html } of await pages()) {
    const policy = response.headers.get("content-security-policy") ?? "";
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(policy, path).toContain("default-src 'none'");
    expect(policy, path).toContain(`style-src 'sha256-${hash}'`);
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).not.toContain("unsafe");
    expect(response.headers.get("x-content-type-options"), path).toBe("nosniff");
  }
});

test("the reference names every key route with its inputs and every error code", async () => {
  const node = await createTestNode();
  const html = await (await node.request("/reference")).text();
  for (const route of node.routes.filter((one) => one.access !== "public"))
    expect(html).toContain(`<code>${route.path}</code>`);
  for (const word of ["retrievalPageSize", "?finish", "last-event-id", "rate_limited", "429"])
    expect(html).toContain(word);
});

test("what a route says about itself is escaped", async () => {
  const route = publicRoute({
    method: "get",
    path: "/<b>",
    docs: {
      tag: "Operations",
      summary: "<script>alert(1)</script>",
      description: "`<i>` & 'more'",
      query: { "<q>": { description: '"<u>"', schema: z.string() } },
      requestExample: { text: "</code><b>" },
      responses: [{ status: 200, description: "<em>" }],
    },
    handle: () => new Response(),
  });
  const html = await referencePage([route], "http://<host>").text();
  expect(html).not.toMatch(/<script|<b>|<i>|<u>|<em>|<q>|<host>/);
  expect(html).toContain("<code>&#60;i&#62;</code>");
});
