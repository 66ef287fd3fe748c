import { expect, test } from "vitest";
import { createTestNode } from "../../../../test/harness.ts";
import { readerSearch } from "../../../contract/reader/reader-search.ts";
import { updateProject } from "../../../projects/change-projects.ts";

const operator = { kind: "operator" } as const;
const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const pages = {
  "index.md": "# Home\n\nWelcome.",
  "guides/rotation.md": "# Rotation\n\n## Rotate a certificate\n\nRun `acme rotate` once a year.",
  "guides/<b>odd</b>.md": '# <script>alert("x")</script> & more\n\nText.',
};

test("what is typed finds pages, with an unfinished last word, and leads into the reader", async () => {
  const { request } = await createTestNode({ pages });
  const find = async (q: string) => {
    const response = await request(`/docs/acme/-/search?q=${encodeURIComponent(q)}`);
    expect(response.status).toBe(200);
    return readerSearch.parse(await response.json()).pages;
  };
  const [first] = await find("rotate a certif");
  expect(first).toMatchObject({ path: "guides/rotation.md", title: "Rotation" });
  expect(first?.hits[0]).toMatchObject({
    heading: "Rotate a certificate",
    url: "/docs/acme/guides/rotation#rotate-a-certificate",
  });
  expect(await find("")).toEqual([]);
  for (const hostile of ["%", "\ud800", "\0", "x".repeat(50_000), "a ".repeat(2_000)])
    expect(await find(hostile.toWellFormed())).toBeInstanceOf(Array);
});

test("the search is made ready for somebody who reads or is about to type, for those who may read alone", async () => {
  const node = await createTestNode({ pages });
  const prepare = (when: string, headers = {}) =>
    node.request(`/docs/acme/-/search?q=rotate&prepare=${when}`, { headers });
  for (const when of ["soon", "now"])
    expect(await (await prepare(when)).json(), when).toEqual({ pages: [] });
  const other = readerSearch.parse(await (await prepare("later")).json());
  expect(other.pages[0]?.title).toBe("Rotation");
  await updateProject(node, operator, { ...node.project, visibility: "private" });
  expect((await prepare("now")).status).toBe(401);
});

test("without a script search is a page, and what was typed cannot be markup", async () => {
  const { request } = await createTestNode({ pages });
  const path = `/docs/acme/-/search?q=${encodeURIComponent('<img src=x onerror="a">')}`;
  const response = await request(path, { headers: browser });
  const html = await response.text();
  const policy = response.headers.get("content-security-policy");
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(html).toContain("&#60;img src=x");
  expect(html).not.toContain("<img");
});

test("a missing page is a page of the reader for people, and an error for programs", async () => {
  const { request } = await createTestNode({ pages });
  const page = await request("/docs/acme/guides/rotatoin", { headers: browser });
  expect(page.status).toBe(404);
  const html = await page.text();
  expect(html).toContain('href="/docs/acme/guides/rotation"');
  expect(html).toContain('role="search"');
  const error = await request("/docs/acme/guides/rotatoin");
  expect(error.status).toBe(404);
  expect(await error.json()).toMatchObject({
    code: "not_found",
    error: expect.stringContaining("guides/rotation.md"),
  });
});

test("an address of the docs' own site leads to the page here", async () => {
  const site = {
    "mkdocs.yml": "site_name: Acme\n",
    "docs/index.md": "# Home",
    "docs/a/b.md": "# B",
  };
  const { request } = await createTestNode({ pages: site });
  const response = await request("/docs/acme/a/b/", { headers: browser });
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("/docs/acme/docs/a/b");
});

test("titles and paths cannot be markup anywhere in the page", async () => {
  const { request } = await createTestNode({ pages });
  for (const path of ["/docs/acme", "/docs/acme/-/navigation", "/docs/acme/nope"]) {
    const html = await (await request(path, { headers: browser })).text();
    expect(html, path).not.toContain("<script>alert");
    expect(html, path).not.toContain("<b>odd");
  }
});

test("a citation marks its lines while the page is as it was cited, and says so when it is not", async () => {
  const { request, db } = await createTestNode({ pages });
  const { hash } = await db
    .selectFrom("blobs")
    .select("hash")
    .where("title", "=", "Rotation")
    .executeTakeFirstOrThrow();
  const show = async (query: string) =>
    (await request(`/docs/acme/guides/rotation?${query}`, { headers: browser })).text();
  const cited = await show(`lines=5-5&of=${hash.slice(0, 8)}`);
  expect(cited).toContain("dx-cited");
  expect(cited).toContain("Cited in the answer: line 5");
  const changed = await show("lines=5-5&of=00000000");
  expect(changed).not.toContain("dx-cited");
  expect(changed).toContain("has changed since the answer");
  expect(await show("lines=x&of=y")).not.toContain('class="note"');
});

test("a citation of a list with a list in it marks the words of each of its lines and no others", async () => {
  const text = "# Lists\n\nFirst.\n\n- Outer one\n  - inner a\n  - inner b\n- Next\n";
  const { request, db } = await createTestNode({ pages: { "lists.md": text } });
  const { hash } = await db.selectFrom("blobs").select("hash").executeTakeFirstOrThrow();
  const marked = async (lines: string) => {
    const path = `/docs/acme/lists?lines=${lines}&of=${hash.slice(0, 8)}`;
    const html = await (await request(path, { headers: browser })).text();
    return [...html.matchAll(/<\w+ class="dx-cited"[^>]*>([^<]*)</g)].map(([, words]) => words);
  };
  expect(await marked("5-7")).toEqual(["Outer one", "inner a", "inner b"]);
  expect(await marked("5-5")).toEqual(["Outer one"]);
  expect(await marked("8-8")).toEqual(["Next"]);
});

test("no heading shares its id with a part of the reader", async () => {
  const names = ["Navigation", "Content", "Contents title", "Feedback comment", "Search text"];
  const text = names.map((name) => `## ${name}\n\nText.\n`).join("\n");
  const { request } = await createTestNode({ pages: { "nav.md": `# Nav\n\n${text}` } });
  const html = await (await request("/docs/acme/nav", { headers: browser })).text();
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toContain("navigation");
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, id = ""] of html.matchAll(/ (?:href="#|for="|aria-labelledby=")([^"]+)"/g))
    expect(ids).toContain(id);
});

test("a public project has a sitemap and is listed, a private one has none and is not", async () => {
  const node = await createTestNode({ pages });
  const sitemap = await node.request("/docs/acme/sitemap.xml");
  expect(sitemap.headers.get("content-type")).toContain("application/xml");
  expect(await sitemap.text()).toContain("<loc>http://docent.test/docs/acme/guides/rotation</loc>");
  const own = { ...node.project, baseUrl: "https://docs.acme.example" };
  await updateProject(node, operator, own);
  const html = await (
    await node.request("/docs/acme/guides/rotation", { headers: browser })
  ).text();
  expect(html).toContain('<link rel="canonical" href="https://docs.acme.example/guides/rotation">');
  await updateProject(node, operator, { ...node.project, visibility: "private" });
  const headers = { authorization: `Bearer ${node.keys.assistant}` };
  expect((await node.request("/docs/acme/sitemap.xml", { headers })).status).toBe(404);
  const page = await node.request("/docs/acme/guides/rotation", { headers });
  expect(await page.text()).toContain('<meta name="robots" content="noindex">');
});

test("of large docs a page holds its own branch, and the rest comes when it is wanted", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [
      `part-${index % 4}/page-${index}.md`,
      `# Page ${index}`,
    ]),
  );
  const { request } = await createTestNode({ pages: many });
  const html = await (await request("/docs/acme/part-1/page-5", { headers: browser })).text();
  const links = [...html.matchAll(/<a href="\/docs\/acme\/part-/g)];
  expect(links.length).toBeLessThan(150);
  const [, address = ""] = /data-load="([^"]+)">Part 2</.exec(html) ?? [];
  const group = await request(address.replaceAll("&#38;", "&"), { headers: browser });
  expect((await group.text()).match(/<li>/g)?.length).toBe(100);
  const gone = await request("/docs/acme/-/navigation?group=99");
  expect(gone.status).toBe(404);
});

test("no title, link or text found turns the direction of what stands behind it", async () => {
  const turned =
    "# A \u202eB\n\nSee [a\u2066b](index.md) and \u202drotate\u202c.\n\n## C \u202eD\n\nRotate it.";
  const { request } = await createTestNode({ pages: { ...pages, "turned.md": turned } });
  const html = await (await request("/docs/acme/turned", { headers: browser })).text();
  expect(html).toContain("A B");
  const found = await (await request("/docs/acme/-/search?q=rotate")).text();
  expect(found).toContain("C D");
  for (const text of [html, found]) expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
});
