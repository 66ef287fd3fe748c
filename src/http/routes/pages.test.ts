import { expect, test } from "vitest";
import { createTestNode, noRefs } from "../../../test/harness.ts";
import { openOwnerSession } from "../../../test/owner.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLog } from "../../lib/log.ts";
import { updateProject } from "../../projects/change-projects.ts";
import { createPageLists } from "../../projects/pages/page-lists.ts";
import { pageRoutes } from "./pages.ts";

const source = "---\ntitle: Keys\n---\n\n# Keys\n\nA <Note>key</Note> & more.\n";
const pages = { "index.md": "# Home", "guides/keys.mdx": source, "plain.md": "Text" };

test("the Markdown of a page is served exactly as it is stored", async () => {
  const node = await createTestNode({ pages });
  const requests = [
    node.request("/docs/acme/guides/keys.md"),
    node.request("/docs/acme/guides/keys", { headers: { accept: "text/markdown" } }),
  ];
  for (const response of await Promise.all(requests)) {
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(response.headers.get("vary")).toBe("accept");
    expect(await response.text()).toBe(source);
  }
});

test("Markdown that has not changed is not sent again, and changes with the page", async () => {
  const node = await createTestNode({ pages });
  const first = await node.request("/docs/acme/plain.md");
  const headers = { "if-none-match": first.headers.get("etag") ?? "" };
  expect((await node.request("/docs/acme/plain.md", { headers })).status).toBe(304);
  expect((await node.request("/docs/acme/index.md", { headers })).status).toBe(200);
});

test("a browser gets the page as HTML, which names its Markdown", async () => {
  const node = await createTestNode({ pages });
  const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  const response = await node.request("/docs/acme/guides/keys", { headers });
  expect(response.headers.get("content-type")).toContain("text/html");
  expect(response.headers.get("vary")).toBe("accept");
  const named = `${response.headers.get("link")}${await response.text()}`;
  const [markdown] = /\/docs\/acme\/[^">]+\.md/.exec(named) ?? [];
  expect(markdown).toBe("/docs/acme/guides/keys.md");
  expect(await (await node.request(markdown ?? "")).text()).toBe(source);
});

test("links between pages lead to pages, whatever ending they are written with", async () => {
  const links = "[a](../a.md) [b](b.mdx#x) [c](c.markdown) [d](https://x.example/d.md)";
  const node = await createTestNode({ pages: { ...pages, "guides/links.markdown": links } });
  const html = await (await node.request("/docs/acme/guides/links")).text();
  const [body = ""] = /<article[\s\S]*<\/article>/.exec(html) ?? [];
  expect([...body.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    "/docs/acme/a",
    "/docs/acme/guides/b#x",
    "/docs/acme/guides/c",
    "https://x.example/d.md",
  ]);
});

test("a page that is too costly to show is shown as it was written, and cannot be markup", async () => {
  const { db } = await createTestNode({
    pages: { "a.md": "# <script>alert(1)</script> & *more*" },
  });
  const views = { render: async () => undefined, close: async () => undefined };
  const lists = createPageLists({ db, publicUrl: "http://docent.test" });
  const publicUrl = "http://docent.test";
  const [, route] = pageRoutes({
    ...{ ...noRefs, db, views, lists, publicUrl, clients: {} },
    pageDocs: {
      of: async () => ({ id: "", modelId: "", open: async () => undefined }),
      sizes: { get: () => undefined, set: () => undefined },
    },
  });
  const request = new Request("http://docent.test/docs/acme/a");
  const response = await route?.handle(
    {
      request,
      url: new URL(request.url),
      params: { domain: "acme", rest: "a" },
      body: undefined,
      requestId: "req_1",
      log: createLog({ level: "silent", format: "json" }),
      client: { address: "127.0.0.1", network: "127.0.0.1", secure: false },
    },
    undefined,
  );
  expect(response?.status).toBe(200);
  expect(await response?.text()).toContain(
    '<pre tabindex="0"># &#60;script&#62;alert(1)&#60;/script&#62; &#38; *more*</pre>',
  );
});

test("a private project's pages are for those who have its key", async () => {
  const node = await createTestNode({ pages });
  for (const path of ["nope.md", "%00.md", "guides.md"])
    expect((await node.request(`/docs/acme/${path}`)).status, path).toBe(404);
  await updateProject(node, { kind: "operator" }, { ...node.project, visibility: "private" });
  for (const path of ["/docs/acme/plain.md", "/docs/acme/plain", "/docs/acme"]) {
    expect((await node.request(path)).status, path).toBe(401);
    const headers = { authorization: `Bearer ${node.keys.assistant}` };
    expect((await node.request(path, { headers })).status, path).toBe(200);
  }
});

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test("a session reads a private project's pages by going there, and nobody else may keep them", async () => {
  const node = await createTestNode({ pages });
  await updateProject(node, { kind: "operator" }, { ...node.project, visibility: "private" });
  const cookie = `docent_session=${await openOwnerSession({ ...node, clock: systemClock })}`;
  for (const path of ["/docs/acme/plain", "/docs/acme/plain.md", "/docs/acme/llms.txt"]) {
    const response = await node.request(path, { headers: { ...browser, cookie } });
    expect(response.status, path).toBe(200);
    expect(response.headers.get("cache-control"), path).toBe("no-store");
    expect(response.headers.get("vary"), path).toContain("cookie");
    expect(response.headers.get("access-control-allow-origin"), path).toBeNull();
  }
  const foreign = { ...browser, cookie, "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" };
  expect((await node.request("/docs/acme/plain", { headers: foreign })).status).toBe(403);
  const search = { method: "POST", body: '{"query":"x"}', headers: { cookie } };
  expect((await node.request("/discovery/v1/search/acme", search)).status).toBe(403);
});

test("a stranger who opens a private page is shown the way to log in and back", async () => {
  const node = await createTestNode({ pages });
  await updateProject(node, { kind: "operator" }, { ...node.project, visibility: "private" });
  const path = "/docs/acme/guides/keys?v=2";
  for (const cookie of ["", "docent_session=gone"]) {
    const response = await node.request(path, { headers: { ...browser, cookie } });
    expect(response.status).toBe(401);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(await response.text()).toContain(
      `href="/dashboard/login?next=${encodeURIComponent(path)}"`,
    );
  }
});

test("headings are in order, whatever levels a page is written with", async () => {
  const written = "#### Deep\n\n# Late\n\n##### Deeper\n\n## Two\n";
  const node = await createTestNode({ pages: { "odd.md": written } });
  const html = await (await node.request("/docs/acme/odd")).text();
  expect([...html.matchAll(/<(h\d)/g)].map(([, tag]) => tag)).toEqual([
    "h1",
    "h2",
    "h2",
    "h3",
    "h2",
  ]);
  expect(html).toMatch(/<main [\s\S]*<\/main>/);
});

test("docs without an index page begin with their first page", async () => {
  const node = await createTestNode({ pages: { "guides/b.md": "# B", "a.md": "# A" } });
  const html = await (await node.request("/docs/acme")).text();
  expect(html).toMatch(/<h1[^>]*>A<\/h1>/);
});
