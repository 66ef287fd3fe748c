import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createTestNode, embedder, type TestNode } from "../../../../test/harness.ts";
import { makeRepository } from "../../../../test/make-repository.ts";
import { openSource } from "../../../ingest/sources/open-source.ts";
import { syncSource } from "../../../ingest/sync-source.ts";
import { systemClock } from "../../../lib/clock.ts";
import { updateProject } from "../../../projects/change-projects.ts";
import { findSource, updateSourcePlace } from "../../../store/docs/sources.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d4948445200000001", "hex");
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const page =
  '# A\n\n![Shot](../img/shot.png) ![Gone](gone.png) <img src="draw.svg" alt="D"> [PDF](../x.pdf) ![F](fake.png) ![L](link.png)\n\n[B](b.md#one) [C](/guides/c) [S](../secret.txt)\n';
const files: Record<string, string | Buffer> = {
  "guides/b.md": "# B",
  "guides/c.md": "# C\n\n![E](../img/shot.png)",
  "hidden.md": "---\nhidden: true\n---\n![Shot](img/other.png)",
  "img/shot.png": png,
  "img/other.png": png,
  "guides/draw.svg": svg,
  "guides/fake.png": "<html><script>alert(1)</script></html>",
  "x.pdf": "%PDF-1.7 ...",
  "secret.txt": "secret",
};

async function openFolder(): Promise<TestNode> {
  const node = await createTestNode({ pages: { "guides/a.md": page } });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(node.docs, dirname(path)), { recursive: true });
    await writeFile(join(node.docs, path), content);
  }
  await symlink("/etc/hostname", join(node.docs, "guides/link.png"));
  await node.sync();
  return node;
}

const sources = (html: string) => [...html.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src);

test("images and files of the repository are shown with the pages that name them, and nothing else is", async () => {
  const node = await openFolder();
  const html = await (await node.request("/docs/acme/guides/a")).text();
  const file = (path: string) => `/docs/acme/-/file/${path}?page=guides%2Fa.md`;
  expect(sources(html)).toEqual(
    ["img/shot.png", "guides/draw.svg", "guides/fake.png", "guides/link.png"].map(file),
  );
  expect(html).toContain("Image: Gone");
  expect(html).toContain('href="/docs/acme/guides/b#one"');
  expect(html).toContain('href="/docs/acme/guides/c"');
  expect(html).toContain(`href="${file("x.pdf")}"`);
  expect(html).not.toContain("secret.txt");
  const shot = await node.request(file("img/shot.png"));
  expect(shot.headers.get("content-type")).toBe("image/png");
  expect(shot.headers.get("x-content-type-options")).toBe("nosniff");
  expect(Buffer.from(await shot.arrayBuffer())).toEqual(png);
  const etag = shot.headers.get("etag") ?? "";
  const again = await node.request(file("img/shot.png"), { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
  const drawn = await node.request(file("guides/draw.svg"));
  expect(drawn.headers.get("content-type")).toBe("image/svg+xml");
  expect(drawn.headers.get("content-security-policy")).toContain("sandbox; default-src 'none'");
  const pdf = await node.request(file("x.pdf"));
  expect(pdf.headers.get("content-disposition")).toBe("attachment");
  const refused = [
    ...["guides/fake.png", "guides/link.png", "img/other.png", "secret.txt", "guides/b.md"].map(
      file,
    ),
    ...["../x.pdf", "%2e%2e/x.pdf", "img/shot.png%00", "/etc/passwd"].map(file),
    "/docs/acme/-/file/img/other.png?page=hidden.md",
    "/docs/acme/-/file/img/shot.png?page=guides%2Fb.md",
  ];
  for (const path of refused) expect((await node.request(path)).status, path).toBe(404);
});

test("a private project's files are for those who may read its pages", async () => {
  const node = await openFolder();
  const path = "/docs/acme/-/file/img/shot.png?page=guides%2Fa.md";
  await updateProject(node, { kind: "operator" }, { ...node.project, visibility: "private" });
  expect((await node.request(path)).status).toBe(401);
  const headers = { authorization: `Bearer ${node.keys.assistant}` };
  expect((await node.request(path, { headers })).status).toBe(200);
});

test("files come from the commit that is shown, also from beside the docs folder", async () => {
  const node = await createTestNode();
  const repository = await makeRepository({
    "docs/a.md": "# A\n\n![L](../assets/logo.png)\n\n[B](b.md)",
    "docs/b.md": "# B",
    "assets/logo.png": png,
    "assets/secret.png": png,
  });
  const place = {
    kind: "git",
    location: repository.path,
    branch: "main",
    subfolder: "docs",
  } as const;
  await updateSourcePlace(node.db, node.source.id, place);
  const stored = await findSource(node.db, node.source.id);
  if (!stored) throw new Error("the source is there");
  const source = openSource("git", { ...place, mirrorFolder: node.docs });
  await syncSource({ db: node.db, clock: systemClock, embedder }, stored, source);
  await repository.commit("main", { "assets/logo.png": Buffer.concat([png, png]) });
  const html = await (await node.request("/docs/acme/a")).text();
  const [src = ""] = sources(html);
  expect(src).toBe("/docs/acme/-/file/assets/logo.png?page=a.md");
  expect(html).toContain('href="/docs/acme/b"');
  const logo = await node.request(src);
  expect(Buffer.from(await logo.arrayBuffer())).toEqual(png);
  expect((await node.request(src.replace("logo", "secret"))).status).toBe(404);
});
