import { expect, test } from "vitest";
import { findSite, isSiteFile } from "../find-site.ts";

/** Pages are named alone; site files come with their text. */
function siteOf(pages: string[], files: Record<string, string>) {
  const siteFiles = new Map(Object.entries(files).filter(([path]) => isSiteFile(path)));
  return findSite({ paths: pages, siteFiles });
}

const docsJson = JSON.stringify({
  $schema: "https://mintlify.com/docs.json",
  navigation: {
    languages: [
      {
        language: "en",
        tabs: [
          {
            tab: "Guides",
            groups: [
              {
                group: "Start",
                pages: [
                  "index",
                  "/quickstart",
                  { group: "Deep", root: "deep/overview", pages: ["deep/one.mdx"] },
                ],
              },
              { group: "Internal", hidden: true, pages: ["internal/notes"] },
            ],
          },
          {
            tab: "API",
            openapi: "openapi.json",
            pages: ["GET /users", "api/intro", "https://example.com"],
          },
          {
            tab: "Products",
            products: [
              {
                product: "Core",
                versions: [
                  {
                    version: "v2",
                    dropdowns: [
                      { dropdown: "More", anchors: [{ anchor: "Help", pages: ["help/index"] }] },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
    global: { anchors: [{ anchor: "Blog", href: "https://example.com/blog" }] },
  },
});
const pages = [
  "index.mdx",
  "quickstart.mdx",
  "deep/overview.mdx",
  "deep/one.mdx",
  "internal/notes.mdx",
  "api/intro.mdx",
  "help/index.mdx",
  "unlisted.mdx",
  "snippets/note.mdx",
  "api/_part.mdx",
  "README.md",
];

test("pages stand in the order and groups of docs.json, however its parts are nested", () => {
  const site = siteOf(pages, { "docs.json": docsJson });
  expect(site).toMatchObject({ generator: "mintlify", slugStyle: "github", problems: [] });
  const shown = pages.slice(0, 8).map((path) => {
    const { address, position, section } = site.place(path, {});
    return [address, position, section.join(" > ")];
  });
  expect(shown).toEqual([
    ["", 0, "Guides > Start"],
    ["quickstart", 1, "Guides > Start"],
    ["deep/overview", 2, "Guides > Start"],
    ["deep/one", 3, "Guides > Start > Deep"],
    ["internal/notes", 4, "Guides > Internal"],
    ["api/intro", 5, "API"],
    ["help", 6, "Products > Core > v2 > More > Help"],
    ["unlisted", undefined, ""],
  ]);
});

test("titles come from the group's root and the page's short title", () => {
  const site = siteOf(pages, { "docs.json": docsJson });
  expect(site.place("deep/overview.mdx", {}).title).toBe("Deep");
  expect(site.place("quickstart.mdx", { sidebarTitle: "Quick" }).title).toBe("Quick");
  expect(site.place("quickstart.mdx", { sidebarTitle: 7 }).title).toBe("");
});

test("snippets, partials and the repository's own files are not pages; hidden groups are hidden", () => {
  const site = siteOf(pages, { "docs.json": docsJson });
  expect(pages.filter((path) => !site.isPage(path))).toEqual([
    "snippets/note.mdx",
    "api/_part.mdx",
    "README.md",
  ]);
  expect(site.place("internal/notes.mdx", {}).hidden).toBe(true);
  expect(site.place("quickstart.mdx", {}).hidden).toBe(false);
});

test("mint.json in a sub-folder makes addresses relative to it", () => {
  const mint = JSON.stringify({
    name: "A",
    navigation: [{ group: "G", pages: ["a", { group: "H", pages: ["b/c"] }] }],
  });
  const site = siteOf(["docs/a.mdx", "docs/b/c.mdx", "src/x.md"], { "docs/mint.json": mint });
  expect(site.place("docs/b/c.mdx", {})).toMatchObject({
    address: "b/c",
    position: 1,
    section: ["G", "H"],
  });
  expect(site.isPage("src/x.md")).toBe(false);
});

test("a docs.json above the source still finds its pages", () => {
  const text = JSON.stringify({ navigation: { pages: ["guide/a", "guide/b/c"] } });
  const site = siteOf(["b/c.mdx"], { "../docs.json": text });
  expect(site.place("b/c.mdx", {})).toMatchObject({ address: "guide/b/c", position: 1 });
});

test("some other docs.json is not a site", () => {
  expect(siteOf(["a.md"], { "docs.json": '{"entries": []}' }).generator).toBe("plain");
});

test("a broken file is a problem with its line, and pages are in folder order", () => {
  const site = siteOf(["b.mdx", "a10.mdx", "a9.mdx"], { "mint.json": '{\n "navigation": [,]\n}' });
  expect(site.problems).toMatchObject([{ path: "mint.json", line: 2 }]);
  expect(["a9.mdx", "a10.mdx", "b.mdx"].map((path) => site.place(path, {}).position)).toEqual([
    0, 1, 2,
  ]);
});

test("hostile titles and page names stay harmless", () => {
  const text = JSON.stringify({
    navigation: {
      groups: [
        {
          group: "A\u0000\n\uD800".repeat(300),
          pages: ["../../etc/passwd", "a", "__proto__", "constructor"],
        },
      ],
    },
  });
  const site = siteOf(["a.mdx", "constructor.mdx"], { "mint.json": text });
  const place = site.place("a.mdx", {});
  expect(place.section[0]?.length).toBeLessThanOrEqual(200);
  expect(place.section[0]).not.toMatch(/[\0\n]/);
  expect(site.place("constructor.mdx", {}).address).toBe("constructor");
});

test("a README stands for its folder", () => {
  const site = siteOf(["guides/README.md"], { "docs.json": '{"navigation":{"pages":["a"]}}' });
  expect(site.place("guides/README.md", {}).address).toBe("guides");
});

const small = (more: object = {}, groups: object[] = []) =>
  JSON.stringify({
    $schema: "https://mintlify.com/docs.json",
    navigation: { groups: [{ group: "Start", pages: ["index", "guides/keys"] }, ...groups] },
    ...more,
  });
const shownOf = (site: ReturnType<typeof siteOf>, paths: string[], metadata = {}) =>
  paths.filter((path) => site.isPage(path) && !site.place(path, metadata).hidden);

test("what `.mintignore` names is no page, even where the navigation lists it", () => {
  const ignored = "# notes\ninternal/\n*.draft.mdx\n/guides/*\n!/guides/kept.mdx\n";
  const pages = ["a/b/index.mdx"];
  const own = [
    "index.mdx",
    "guides/keys.mdx",
    "guides/kept.mdx",
    "internal/plan.mdx",
    "deep/internal/plan.mdx",
    "plan.draft.mdx",
  ];
  const site = siteOf(own, { "docs.json": small(), ".mintignore": ignored });
  expect(own.filter((path) => site.isPage(path))).toEqual(["index.mdx", "guides/kept.mdx"]);
  const inFolder = own.map((path) => `docs/${path}`);
  const below = siteOf(inFolder, { "docs/docs.json": small(), "docs/.mintignore": ignored });
  expect(inFolder.filter((path) => below.isPage(path))).toEqual([
    "docs/index.mdx",
    "docs/guides/kept.mdx",
  ]);
  expect(siteOf(pages, { "docs.json": small() }).isPage("a/b/index.mdx")).toBe(true);
});

test("folders and files that are always left out are no pages", () => {
  const own = ["index.mdx", "build/a.mdx", "deep/dist/a.mdx", "tmp/a.mdx", "deep/README.md"];
  const site = siteOf(own, { "docs.json": small() });
  expect(own.filter((path) => site.isPage(path))).toEqual(["index.mdx"]);
});

test("a page that is not listed is hidden, unless the site has all of them found", () => {
  const own = ["index.mdx", "guides/keys.mdx", "loose.mdx"];
  const site = siteOf(own, { "docs.json": small() });
  expect(shownOf(site, own)).toEqual(["index.mdx", "guides/keys.mdx"]);
  expect(site.isPage("loose.mdx")).toBe(true);
  const all = siteOf(own, { "docs.json": small({ seo: { indexing: "all" } }) });
  expect(shownOf(all, own)).toEqual(own);
  const unread = siteOf(own, { "docs.json": '{ "$schema": "mintlify", "navigation": [' });
  expect(shownOf(unread, own)).toEqual(own);
});

test("a hidden group hides its pages, unless it or the page says that they are found", () => {
  const own = ["index.mdx", "a.mdx", "b.mdx", "c.mdx"];
  const groups = [
    { group: "A", hidden: true, pages: ["a"] },
    {
      group: "B",
      hidden: true,
      searchable: true,
      pages: ["b", { group: "C", hidden: true, pages: ["c"] }],
    },
  ];
  const site = siteOf(own, { "docs.json": small({}, groups) });
  expect(shownOf(site, own)).toEqual(["index.mdx", "b.mdx"]);
  expect(site.place("a.mdx", { hidden: false }).hidden).toBe(false);
});
