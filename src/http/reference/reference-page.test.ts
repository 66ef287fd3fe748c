import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { createTestNode } from "../../../test/harness.ts";
import { publicRoute } from "../route.ts";
import { referencePage } from "./reference-page.ts";

async function pages(): Promise<{ path: string; response: Response; html: string }[]> {
  const node = await createTestNode();
  const all = ["/reference", "/"].map(async (path) => {
    const response = await node.request(path);
    return { path, response, html: await response.text() };
  });
  return Promise.all(all);
}

test("our pages load nothing, and run no script but that of the reference", async () => {
  for (const { path, response, html: all } of await pages()) {
    expect(response.status, path).toBe(200);
    const html = path === "/reference" ? all.replace(/<script>[\s\S]*?<\/script>/, "") : all;
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
    const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1];
    const named = script && createHash("sha256").update(script).digest("base64");
    if (named) expect(policy, path).toContain(`script-src 'sha256-${named}'`);
    else expect(policy, path).not.toContain("script-src");
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

test("every operation has an address of its own, which the contents lead to, and a sample", async () => {
  const node = await createTestNode();
  const html = await (await node.request("/reference")).text();
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const links = [...html.matchAll(/<li[^>]*><a href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links).toContain("post-v1-agent-project-id-job");
  for (const link of links) expect(ids, link).toContain(link);
  expect(html).toContain("curl -X POST &#34;http://docent.test/v1/agent/$PROJECT_ID/job&#34;");
  expect(html).toContain("useChat({");
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
  expect(html.replace(/<script>\n/, "")).not.toMatch(/<script|<b>|<i>|<u>|<em>|<q>|<host>/);
  expect(html).toContain("<code>&#60;i&#62;</code>");
});
