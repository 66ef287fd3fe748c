import { expect, test } from "vitest";
import { memoryFiles } from "../../../../test/memory-files.ts";
import { processorMs } from "../../../../test/processor-ms.ts";
import { checkTree } from "../../check/check-tree.ts";
import { moveFiles } from "../../edit/move-files.ts";
import { namedMetadata } from "../../tree/named-metadata.ts";
import { findSite } from "../find-site.ts";

function siteOf(paths: string[], files: Record<string, string>) {
  return findSite({ paths, siteFiles: new Map(Object.entries(files)) });
}

const config = 'baseURL = "https://example.com/docs/"\n';

test("files and folders give addresses, and front matter may change them", () => {
  const paths = [
    "content/_index.md",
    "content/guides/_index.md",
    "content/guides/First Steps.md",
    "content/guides/bundle/index.md",
    "content/guides/bundle/part.md",
    "content/guides/bundle/deep/part.md",
  ];
  const site = siteOf([...paths, "README.md"], { "hugo.toml": config });
  expect(site).toMatchObject({ generator: "hugo", label: "Hugo", problems: [] });
  expect(site.layout).toMatchObject({ roots: ["content"], base: "docs" });
  expect(paths.filter((path) => site.isPage(path))).toEqual(paths.slice(0, 4));
  expect(paths.slice(0, 4).map((path) => site.place(path, {}).address)).toEqual([
    "",
    "guides/",
    "guides/first-steps/",
    "guides/bundle/",
  ]);
  const steps = "content/guides/First Steps.md";
  expect(site.place(steps, { slug: "begin" }).address).toBe("guides/begin/");
  expect(site.place(steps, { url: "/start.html" }).address).toBe("start.html");
  expect(site.place(steps, { draft: true }).hidden).toBe(true);
  expect(site.place(steps, {}).section).toEqual(["Guides"]);
});

test("pages are in order of weight, then of name", () => {
  const paths = ["content/a/_index.md", "content/a/x.md", "content/a/y.md", "content/a/z.md"];
  const site = siteOf(paths, { "config.yaml": "baseURL: https://example.com\n" });
  const metadata: Record<string, object> = {
    "content/a/z.md": { weight: 1 },
    "content/a/y.md": { weight: 20 },
  };
  const order = paths.toSorted(
    (one, other) =>
      (site.place(one, { ...metadata[one] }).position ?? 0) -
      (site.place(other, { ...metadata[other] }).position ?? 0),
  );
  expect(order.map((path) => path.slice(10))).toEqual(["_index.md", "z.md", "y.md", "x.md"]);
});

test("a language that names no folder keeps its pages in the usual one", () => {
  const settings = `contentDir = "content/en"\n[languages.en]\n[languages.fr]\ncontentDir = "content/fr"\n`;
  const paths = ["content/en/a.md", "content/fr/a.md"];
  const site = siteOf(paths, { "hugo.toml": config + settings });
  expect(paths.map((path) => site.isPage(path) && site.place(path, {}).address)).toEqual([
    "a/",
    "fr/a/",
  ]);
});

test("languages are in names, in folders or in mounts", () => {
  const languages = "[languages.en]\nweight = 1\n[languages.fr]\n";
  const named = siteOf(["content/a.md", "content/a.fr.md", "content/v1.2.md"], {
    "hugo.toml": config + languages,
  });
  expect(named.place("content/a.fr.md", {}).address).toBe("fr/a/");
  expect(named.place("content/a.md", {}).address).toBe("a/");
  expect(named.place("content/v1.2.md", {}).address).toBe("v1.2/");
  const folders = siteOf(["text/en/a.md", "text/fr/a.md"], {
    "config/_default/hugo.toml": `[languages.en]\ncontentDir = "text/en"\n[languages.fr]\ncontentDir = "text/fr"\n`,
  });
  expect(folders.place("text/fr/a.md", {}).address).toBe("fr/a/");
  expect(folders.place("text/en/a.md", {}).address).toBe("a/");
  const mounts = siteOf(["content/en/a.md"], {
    "hugo.toml": '[[module.mounts]]\nsource = "content/en"\ntarget = "content"\n',
  });
  expect(mounts.place("content/en/a.md", {}).address).toBe("a/");
});

test("other tools' settings of the same name make no site", () => {
  expect(siteOf(["content/a.md"], { "config.toml": "[server]\nport = 1\n" }).isPlain).toBe(true);
});

test("other tools' settings of the same name are no navigation that cannot be read", async () => {
  const texts = {
    "content/a.md": "# A\n",
    "chart/templates/config.yaml": "a: {{ .Values.a }}\n---\nb\n",
  };
  expect(await checkTree(memoryFiles({ ...texts, "hugo.toml": config }), "")).toEqual([]);
  const broken = { ...texts, "config.yaml": "baseURL: https://example.com\na: [\n" };
  const found = await checkTree(memoryFiles(broken), "");
  expect(found.map(({ check, path }) => [check, path])).toEqual([["navigation", "config.yaml"]]);
});

test("a page without an address of its own is hidden", () => {
  const site = siteOf(["content/a.md"], { "hugo.toml": config });
  const metadata = namedMetadata("---\nheadless: true\n---\n\n# A\n");
  expect(site.place("content/a.md", metadata).hidden).toBe(true);
});

test("an index above the pages makes no bundle of them", () => {
  const paths = ["site/index.md", "site/content/a.md"];
  expect(siteOf(paths, { "site/hugo.toml": config }).isPage("site/content/a.md")).toBe(true);
});

test("a site of very many languages is read in time", () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `l${index}`);
  const languages = Object.fromEntries(names.map((name) => [name, { contentDir: name }]));
  const paths = Array.from({ length: 5_000 }, (_, index) => `l0/p${index}.md`);
  const spent = processorMs();
  const site = siteOf(paths, { "hugo.json": JSON.stringify({ languages, staticDir: names }) });
  expect(site.isPage("l0/p1.md")).toBe(true);
  expect(site.layout.served.length).toBeLessThan(50_000);
  expect(spent()).toBeLessThan(3_000);
});

const files = {
  "hugo.toml": config,
  "content/_index.md":
    "# Home\n\n[1](guides/keys/) [2](/guides/kays/) [3](/tags/x/) [4](/shop/) [5](old/)\n",
  "content/guides/_index.md": "# Guides\n\n[1](keys.md) [2](../) [3](no.md)\n",
  "content/guides/keys.md": "---\naliases: [/old]\n---\n\n# Keys\n\n![](/logo.png)\n",
  "static/logo.png": "",
};

test("links by address and by file are followed; what the site makes itself is left alone", async () => {
  const found = await checkTree(memoryFiles(files), "content");
  expect(found.map(({ check, path, line }) => [check, path, line])).toEqual([
    ["link", "content/_index.md", 3],
    ["link", "content/guides/_index.md", 3],
  ]);
  expect(found[0]?.message).toContain("/guides/kays/");
  const template = { ...files, "layouts/_default/_markup/render-link.html": "" };
  const lenient = await checkTree(memoryFiles(template), "content");
  expect(lenient.map(({ path }) => path)).toEqual(["content/guides/_index.md"]);
});

test("a moved page takes its links along", async () => {
  const docs = memoryFiles(files);
  const { problems } = await moveFiles(docs, {
    docsFolder: "content",
    from: "content/guides/keys.md",
    to: "content/api/tokens.md",
  });
  expect(problems).toEqual([]);
  expect(await docs.read("content/_index.md")).toContain("[1](api/tokens/)");
  expect(await docs.read("content/guides/_index.md")).toContain("[1](../api/tokens.md)");
});

test("a translated page shows the images of the original where it has none of its own", async () => {
  const files = memoryFiles({
    "hugo.toml":
      '[languages.en]\ncontentDir = "content/en"\n[languages.ja]\ncontentDir = "content/ja"\n',
    "content/en/post/index.md": "# A\n\n![a](logo.svg)\n",
    "content/en/post/logo.svg": "<svg/>",
    "content/ja/post/index.md": "# A\n\n![a](logo.svg) ![b](gone.svg)\n",
  });
  const found = await checkTree(files, "content");
  expect(found.map(({ check, path, message }) => `${check} ${path} ${message}`)).toEqual([
    "image content/ja/post/index.md there is no file gone.svg; add it, or correct the path",
  ]);
});

test("expressions of files to ignore that could take long are not used", () => {
  const slow = ["(a|aa)+b", "(a*)*b", "a?".repeat(100), "(a|a)".repeat(40), "(((", ".*.*.*b"];
  const list = [...slow, "(?:^|/)notes/", "\\\\.plan\\\\.md$"].map((one) => `"${one}"`).join(", ");
  const own = ["content/notes/a.md", "content/b.plan.md", "content/c.md"];
  const files = { "hugo.toml": `baseURL = "https://x.example/"\nignoreFiles = [${list}]\n` };
  const site = siteOf(own, files);
  expect(own.filter((path) => site.isPage(path))).toEqual(["content/c.md"]);
  const spentMs = processorMs();
  for (let round = 0; round < 100; round += 1) site.isPage(`content/${"a".repeat(900)}.md`);
  expect(spentMs()).toBeLessThan(1_000);
});
