import { expect, test } from "vitest";
import { processorMs } from "../../../../test/processor-ms.ts";
import { findSite, isSiteFile } from "../find-site.ts";

/** Pages are named alone; site files come with their text. */
function siteOf(pages: string[], files: Record<string, string>) {
  const siteFiles = new Map(Object.entries(files).filter(([path]) => isSiteFile(path)));
  return findSite({ paths: pages, siteFiles });
}

function orderOf(site: ReturnType<typeof siteOf>, pages: string[]): string[] {
  const placed = pages.map((path) => ({ path, position: site.place(path, {}).position }));
  return placed
    .filter(({ position }) => position !== undefined)
    .sort((left, right) => (left.position ?? 0) - (right.position ?? 0))
    .map(({ path }) => path);
}

const config = `site_name: Acme
site_url: https://acme.example/base/
nav:
  - Home: index.md
  - Guide:
      - guide/index.md
      - First steps: ./guide/first.md
      - Deep: [ 'guide/deep/a.md', {Elsewhere: 'https://example.com'} ]
  - Reference: reference/
exclude_docs: |
  *.draft.md
  /private/
  !private/ok.md
theme: !ENV [THEME, material]
markdown_extensions:
  - emoji: !!python/name:material.extensions.emoji.twemoji
extra: !include extra.yml
`;
const pages = [
  "docs/index.md",
  "docs/guide/index.md",
  "docs/guide/first.md",
  "docs/guide/deep/a.md",
  "docs/reference/z.md",
  "docs/reference/README.md",
  "docs/lost.md",
  "docs/x.draft.md",
  "docs/private/secret.md",
  "docs/private/ok.md",
  "README.md",
];

test("pages stand in the order of the nav, with directory addresses", () => {
  const site = siteOf(pages, { "mkdocs.yml": config });
  expect(site).toMatchObject({ generator: "mkdocs", slugStyle: "python", problems: [] });
  expect(orderOf(site, pages)).toEqual([...pages.slice(0, 4), pages[5], pages[4]]);
  expect(site.place("docs/guide/first.md", {})).toEqual({
    address: "guide/first/",
    position: 2,
    section: ["Guide"],
    title: "First steps",
    hidden: false,
  });
  expect(site.place("docs/guide/deep/a.md", {}).section).toEqual(["Guide", "Deep"]);
  expect(site.place("docs/reference/README.md", {})).toMatchObject({
    address: "reference/",
    section: ["Reference"],
  });
  expect(site.place("docs/index.md", {}).address).toBe("");
  expect(site.place("docs/lost.md", {})).toMatchObject({ address: "lost/", position: undefined });
});

test("titles of the nav are HTML, of which the words are shown", () => {
  const nav = `site_name: Acme\nnav:\n  - '<span class="x">Keys <img src="https://a.example/b.svg" alt="New"></span>':\n      - 'a <b> b': docs-a.md\n      - '<br>': docs-b.md\n      - '1 < 2': docs-c.md\n`;
  const site = siteOf(["docs/docs-a.md", "docs/docs-b.md", "docs/docs-c.md"], {
    "mkdocs.yml": nav,
  });
  expect(site.place("docs/docs-a.md", {})).toMatchObject({ section: ["Keys"], title: "a b" });
  expect(site.place("docs/docs-b.md", {}).title).toBe("<br>");
  expect(site.place("docs/docs-c.md", {}).title).toBe("1 < 2");
});

test("excluded files and files outside the docs folder are not pages", () => {
  const site = siteOf(pages, { "mkdocs.yml": config });
  expect(pages.filter((path) => !site.isPage(path))).toEqual([
    "docs/x.draft.md",
    "docs/private/secret.md",
    "README.md",
  ]);
  expect(site.place("docs/x.draft.md", {}).hidden).toBe(true);
});

test("without directory addresses pages end in .html", () => {
  const text = "use_directory_urls: false\ndocs_dir: content\n";
  const site = siteOf(["content/a/b.md", "content/a/index.md"], { "mkdocs.yaml": text });
  expect(site.place("content/a/b.md", {}).address).toBe("a/b.html");
  expect(site.place("content/a/index.md", {}).address).toBe("a/index.html");
});

test("without a nav pages come before folders, index first", () => {
  const files = ["docs/b.md", "docs/a/z.md", "docs/a/index.md", "docs/index.md", "docs/c.md"];
  const site = siteOf(files, { "mkdocs.yml": "site_name: A\nnot_in_nav: c.md\n" });
  expect(orderOf(site, files)).toEqual([
    "docs/index.md",
    "docs/b.md",
    "docs/a/index.md",
    "docs/a/z.md",
  ]);
  expect(site.place("docs/a/z.md", {}).section).toEqual(["A"]);
  expect(site.isPage("docs/c.md")).toBe(true);
});

test(".pages files name and order folders", () => {
  const files = [
    "docs/index.md",
    "docs/old/a.md",
    "docs/new/a.md",
    "docs/new/b.md",
    "docs/new/c.md",
    "docs/off/x.md",
  ];
  const site = siteOf(files, {
    "mkdocs.yml": "plugins: [awesome-pages]",
    "docs/.pages": "nav:\n  - new\n  - ...\n",
    "docs/new/.pages": "title: Brand new\nnav:\n  - c.md\n  - Bee: b.md\n",
    "docs/off/.pages": "hide: true",
  });
  expect(orderOf(site, files)).toEqual([
    "docs/new/c.md",
    "docs/new/b.md",
    "docs/index.md",
    "docs/old/a.md",
  ]);
  expect(site.place("docs/new/b.md", {})).toMatchObject({ title: "Bee", section: ["Brand new"] });
});

test("a source that is the docs folder finds the configuration above it", () => {
  const site = siteOf(["index.md", "guide/first.md"], { "../mkdocs.yml": config });
  expect(site.place("guide/first.md", {})).toMatchObject({ address: "guide/first/", position: 2 });
});

test("a source deeper than the docs folder learns its name from the nav", () => {
  const site = siteOf(["first.md"], { "../../mkdocs.yml": config });
  expect(site.place("first.md", {})).toMatchObject({ address: "guide/first/", position: 2 });
});

test("broken YAML is a problem with its line, and a nav in another file falls back to folder order", () => {
  const broken = siteOf(["docs/a.md"], { "mkdocs.yml": "nav:\n  - a: [\n" });
  expect(broken.problems[0]).toMatchObject({ path: "mkdocs.yml" });
  expect(broken.place("docs/a.md", {})).toMatchObject({ address: "a/", position: 0 });
  const included = siteOf(["docs/a.md"], { "mkdocs.yml": "nav: !include nav.yml" });
  expect(included.problems).toHaveLength(1);
  expect(included.place("docs/a.md", {}).position).toBe(0);
});

test("many aliases in a long file are followed in time", () => {
  const text = `a: &a a.md\nnav:\n${"- *a\n".repeat(900)}extra:\n${"- b\n".repeat(90_000)}`;
  const spent = processorMs();
  expect(siteOf(["docs/a.md"], { "mkdocs.yml": text }).place("docs/a.md", {}).position).toBe(0);
  expect(spent()).toBeLessThan(6_000);
});

test("aliases that multiply do not", () => {
  const lines = Array.from(
    { length: 40 },
    (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}]`,
  );
  const site = siteOf(["docs/a.md"], {
    "mkdocs.yml": `a0: &a0 [x.md]\n${lines.join("\n")}\nnav: *a40\n`,
  });
  expect(site.isPage("docs/a.md")).toBe(true);
});
