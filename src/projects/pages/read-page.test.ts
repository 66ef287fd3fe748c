import { describe, expect, test } from "vitest";
import { createTestNode, noRefs, type StoreKind, storeKinds } from "../../../test/harness.ts";
import { updateProject } from "../change-projects.ts";
import { createPageLists } from "./page-lists.ts";
import { readPage } from "./read-page.ts";

const pages = {
  "index.md": "# Home",
  "keys.md": "# Keys",
  "guides.md": "# Guides",
  "guides/README.md": "# All guides",
  "guides/start.mdx": "# Start",
  "c#.md": "# C sharp",
  "café.md": "# Café",
  "secret.md": "---\nhidden: true\n---\n# Secret",
};

describe.each(storeKinds)("on %s", (store) => {
  test("a page is read by its path, its address, or its URL in our own view", async () => {
    const { read } = await openPages(store);
    const names: Record<string, string[]> = {
      "index.md": [
        "index.md",
        "/",
        "http://docent.test/docs/acme",
        "http://docent.test/docs/acme/",
      ],
      "keys.md": ["keys.md", "keys", "/keys/", "keys.html", "keys#create", "keys.mdx?x=1"],
      "guides/start.mdx": ["guides/start", "https://docent.test/docs/acme/guides/start#a"],
      "guides/README.md": ["guides/README.md", "http://docent.test/docs/acme/guides/README.md"],
      "guides.md": ["guides", "http://docent.test/docs/acme/guides.md"],
      "c#.md": ["c#.md", "/c#.md"],
      "café.md": ["café", "http://docent.test/docs/acme/caf%C3%A9"],
    };
    for (const [path, all] of Object.entries(names))
      for (const name of all) expect((await read(name)).page.path, name).toBe(path);
    expect((await read("keys")).page.content).toBe("# Keys");
  });

  test("a page is read by its URL on the site the docs are published on", async () => {
    const { node, read } = await openPages(store);
    const baseUrl = "https://docs.example.com/manual";
    await updateProject(node, { kind: "operator" }, { ...node.project, baseUrl });
    for (const name of [
      `${baseUrl}/keys#create`,
      "http://DOCS.example.com/manual/keys/",
      "/manual/keys",
    ]) {
      const { page, url } = await read(name);
      expect(page.path, name).toBe("keys.md");
      expect(url).toBe(`${baseUrl}/keys`);
    }
    expect((await read("http://docent.test/docs/acme/keys")).page.path).toBe("keys.md");
  });

  test("what is not a visible page is not there, however it is asked for", async () => {
    const { read } = await openPages(store);
    const names = ["secret", "secret.md", "../keys.md", "/etc/passwd", "keys\0", "\0", "%00", "%"];
    const hostile = ["a/".repeat(1_000), "\ud800", "__proto__", "https://evil.example/keys"];
    for (const name of [...names, ...hostile])
      await expect(read(name), name).rejects.toMatchObject({ code: "not_found" });
  });
});

test("who misspells a page is told the nearest ones, never a hidden one", async () => {
  const { read } = await openPages("sqlite");
  await expect(read("/docs/kesy")).rejects.toThrow("Did you mean keys.md?");
  await expect(read("secrets")).rejects.toThrow("Take the path from a search result.");
});

async function openPages(store: StoreKind) {
  const node = await createTestNode({ store, pages });
  const publicUrl = "http://docent.test";
  const deps = {
    ...noRefs,
    db: node.db,
    publicUrl,
    lists: createPageLists({ db: node.db, publicUrl }),
  };
  const read = (path: string) => readPage(deps, undefined, { project: "acme", path });
  return { node, read };
}
