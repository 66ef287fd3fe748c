import { expect, test } from "vitest";
import { findSite, isSiteFile } from "./find-site.ts";

/** Pages are named alone; site files come with their text. */
function siteOf(pages: string[], files: Record<string, string>) {
  const siteFiles = new Map(Object.entries(files).filter(([path]) => isSiteFile(path)));
  return findSite({ paths: pages, siteFiles });
}

test("the files of every generator are known by their names", () => {
  const named = [
    "docs.json",
    "docs/mint.json",
    "../mkdocs.yml",
    "mkdocs.yaml",
    "website/docusaurus.config.cjs",
    "astro.config.mjs",
    "sidebars-api.js",
    "api_versions.json",
    "versioned_sidebars/version-1.0-sidebars.json",
    "docs/a/_category_.yml",
    "docs/.pages",
    ".vitepress/config/index.ts",
  ];
  expect(named.filter((path) => !isSiteFile(path))).toEqual([]);
  const others = [
    "package.json",
    "docs/a.md",
    "src/sidebar.tsx",
    "sidebars.test.js",
    "node_modules/x/mkdocs.yml",
  ];
  expect(others.filter(isSiteFile)).toEqual([]);
});

test("a folder without a generator is in natural order, index and README first", () => {
  const order = ["README.md", "2-b.md", "10-c.md", "a/index.html", "a/x2.md", "a/x10.md", "z.md"];
  const site = siteOf(order.toReversed(), {});
  expect(site).toMatchObject({ generator: "plain", slugStyle: "github", problems: [] });
  expect(order.map((path) => site.place(path, {}).position)).toEqual(
    order.map((_, index) => index),
  );
  expect(order.map((path) => site.place(path, {}).address)).toEqual([
    "",
    "2-b",
    "10-c",
    "a",
    "a/x2",
    "a/x10",
    "z",
  ]);
  expect(
    siteOf(["02-getting-started/a.md"], {}).place("02-getting-started/a.md", {}).section,
  ).toEqual(["Getting started"]);
  expect(site.isPage("anything.md")).toBe(true);
});

test("of several generators the one nearest the top wins, if it has pages", () => {
  const nested = {
    "mkdocs.yml": "site_name: A",
    "examples/docs.json": '{"navigation": {"pages": ["a"]}}',
  };
  expect(siteOf(["docs/a.md", "examples/a.mdx"], nested).generator).toBe("mkdocs");
  expect(siteOf(["examples/a.mdx"], nested).generator).toBe("mintlify");
  const above = { "../mkdocs.yml": "site_name: A", ".vitepress/config.ts": "export default {}" };
  expect(siteOf(["a.md"], above).generator).toBe("vitepress");
});

test("a generator none of whose pages are here is not the site's", () => {
  expect(siteOf(["notes/a.md"], { "docusaurus.config.js": "export default {}" }).generator).toBe(
    "plain",
  );
});

test("ten thousand pages are placed by every generator", () => {
  const names = Array.from({ length: 10_000 }, (_, n) => `s${n % 100}/p${n}`);
  const configs: Record<string, string> = {
    "docs.json": JSON.stringify({ navigation: { pages: names } }),
    "mkdocs.yml": "docs_dir: .",
    "docusaurus.config.js": "export default { presets: [['classic', { docs: { path: '.' } }]] }",
    ".vitepress/config.ts": "export default {}",
  };
  for (const [path, text] of Object.entries(configs)) {
    const pages = names.map((name) => `${name}.md`);
    const site = siteOf(pages, { [path]: text });
    const positions = new Set(
      pages.map((page) => site.place(page, { sidebar_label: "x" }).position),
    );
    expect([site.generator, positions.size]).toEqual([site.generator, 10_000]);
    expect(site.generator).not.toBe("plain");
  }
});

test("hostile trees and configurations end", () => {
  const deep = `${"d/".repeat(400)}a.md`;
  expect(siteOf([deep], {}).place(deep, {}).position).toBe(0);
  const globs = JSON.stringify(Array.from({ length: 400 }, () => `${"**/*a".repeat(60)}b`));
  const site = siteOf([`${"a".repeat(200)}/${"a/".repeat(200)}a.md`], {
    ".vitepress/config.ts": `export default { srcExclude: ${globs} }`,
  });
  expect(site.generator).toBe("vitepress");
  const folders = Array.from({ length: 3_000 }, (_, n) => `docs/${n}-f/a.md`);
  const numbered = siteOf(folders, { "docusaurus.config.js": "export default {}" });
  expect(numbered.place("docs/2999-f/a.md", {}).position).toBeLessThan(2 ** 31);
});
