import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createTestNode, embedder, type TestNode } from "../../../../test/harness.ts";
import { makeRepository } from "../../../../test/make-repository.ts";
import { openOwnerSession } from "../../../../test/owner.ts";
import { openSource } from "../../../ingest/sources/open-source.ts";
import { syncSource } from "../../../ingest/sync-source.ts";
import { systemClock } from "../../../lib/clock.ts";
import { updateProject } from "../../../projects/change-projects.ts";
import {
  findSource,
  insertSource,
  newSource,
  setEditSource,
  updateSourcePlace,
} from "../../../store/docs/sources.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d4948445200000280000001e0", "hex");
const larger = Buffer.from("89504e470d0a1a0a0000000d4948445200000500000003c0", "hex");
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

test("an image that was shown once has its room on pages from then on", async () => {
  const node = await openFolder();
  const images = async (path: string) =>
    (await (await node.request(`/docs/acme/${path}`)).text()).match(/<img [^>]*>/g) ?? [];
  expect((await images("guides/a")).join("")).not.toContain("width");
  await node.request("/docs/acme/-/file/img/shot.png?page=guides%2Fa.md");
  const room = ' width="640" height="480">';
  expect((await images("guides/a")).map((image) => image.endsWith(room))).toEqual([
    ...[true, false, false, false],
  ]);
  expect((await images("guides/c"))[0]).toContain(room);
});

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

const logo = "/docs/acme/-/file/assets/logo.png?page=a.md";
const inGit: Record<string, string | Buffer> = {
  "docs/a.md": "# A\n\n![L](../assets/logo.png) ![N](../assets/new.png)\n\n[B](b.md)",
  "docs/b.md": "# B",
  "assets/logo.png": png,
  "assets/secret.png": png,
};

/** Its only source is in git, from where `sync` takes it. */
async function openRepository() {
  const node = await createTestNode();
  const repository = await makeRepository(inGit);
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
  const sync = () => syncSource({ db: node.db, clock: systemClock, embedder }, stored, source);
  await sync();
  return { node, repository, sync };
}

const bytesOf = async (reply: Promise<Response>) => Buffer.from(await (await reply).arrayBuffer());

test("files come from the commit that is shown, also from beside the docs folder", async () => {
  const { node, repository } = await openRepository();
  await repository.commit("main", { "assets/logo.png": larger });
  const html = await (await node.request("/docs/acme/a")).text();
  expect(sources(html)).toEqual([logo]);
  expect(await bytesOf(node.request(logo))).toEqual(png);
  expect((await node.request(logo.replace("logo", "secret"))).status).toBe(404);
});

test("a commit that changes images and no page is shown after its sync", async () => {
  const { node, repository, sync } = await openRepository();
  const view = async () => (await node.request("/docs/acme/a")).text();
  const etag = (await node.request(logo)).headers.get("etag") ?? "";
  expect(await view()).toContain('width="640"');
  const { revisionId } = await sync();
  await repository.commit("main", { "assets/logo.png": larger, "assets/new.png": png });
  expect((await sync()).revisionId).toBe(revisionId);
  const known = { headers: { "if-none-match": etag } };
  expect(await bytesOf(node.request(logo, known))).toEqual(larger);
  expect(await view()).toContain('width="1280"');
  expect(sources(await view())).toEqual([logo, logo.replace("logo", "new")]);
});

test("files of a branch are those of its last commit, those of other sources as readers see them", async () => {
  const { node, repository } = await openRepository();
  const headers = {
    cookie: `docent_session=${await openOwnerSession({ ...node, clock: systemClock })}`,
  };
  await setEditSource(node.db, node.project.id, node.source.id);
  const other = await makeRepository({ "c.md": "# C\n\n![L](logo.png)", "logo.png": png });
  const place = { kind: "git", location: other.path, branch: "main", subfolder: "" } as const;
  const beside = newSource(node.project.id, { ...place, mount: "more" }, "2030");
  await insertSource(node.db, beside);
  const source = openSource("git", { ...place, mirrorFolder: node.docs });
  const sync = () => syncSource({ db: node.db, clock: systemClock, embedder }, beside, source);
  await sync();
  const show = async (path: string) => {
    const html = await (await node.request(`${path}?ref=next`, { headers })).text();
    const [src = ""] = sources(html);
    return bytesOf(node.request(src.replace(/&(?:amp|#38);/, "&"), { headers }));
  };
  const main = await repository.git("rev-parse", "main");
  await repository.commit("next", { "docs/b.md": "# Next" }, main.trim());
  expect(await show("/docs/acme/a")).toEqual(png);
  await repository.commit("next", { "assets/logo.png": larger });
  expect(await show("/docs/acme/a")).toEqual(larger);
  expect(await bytesOf(node.request(logo))).toEqual(png);
  expect(await show("/docs/acme/more/c")).toEqual(png);
  await other.commit("main", { "logo.png": larger });
  await sync();
  expect(await show("/docs/acme/more/c")).toEqual(larger);
});

test("a folder's new image is shown after its sync", async () => {
  const node = await openFolder();
  const html = async () => (await node.request("/docs/acme/guides/a")).text();
  expect(await html()).toContain("Image: Gone");
  await writeFile(join(node.docs, "guides/gone.png"), png);
  await node.sync();
  expect(sources(await html())).toContain("/docs/acme/-/file/guides/gone.png?page=guides%2Fa.md");
});
