import { expect, test } from "vitest";
import { docsTree } from "./docs-tree.ts";
import { resolveLink } from "./resolve-link.ts";

const files = [
  "docs/index.mdx",
  "docs/keys.mdx",
  "docs/guides/start.md",
  "docs/guides/index.md",
  "README.md",
];
const tree = docsTree({
  docsFolder: "docs",
  paths: new Set([...files, "docs/images/logo.svg"]),
  pagePaths: new Set(files),
  siteFiles: new Map(),
  redirectFiles: new Map(),
  metadata: new Map(),
});
const follow = (target: string, from = "docs/guides/start.md") => resolveLink(tree, from, target);

test.each([
  ["/keys", "docs/keys.mdx"],
  ["/docs/keys", "docs/keys.mdx"],
  ["../keys.mdx", "docs/keys.mdx"],
  ["../keys", "docs/keys.mdx"],
  ["./", "docs/guides/index.md"],
  ["/guides/", "docs/guides/index.md"],
  ["/", "docs/index.mdx"],
  ["start.html", "docs/guides/start.md"],
  ["../../keys", "docs/keys.mdx"],
  ["#here", "docs/guides/start.md"],
])("%s is the page %s", (target, path) => {
  expect(follow(target)).toMatchObject({ kind: "file", path });
});

test("anchors and queries are taken off", () => {
  const target = { kind: "file", path: "docs/keys.mdx", anchor: "make one", form: "address" };
  expect(follow("/keys?tab=1#make%20one")).toMatchObject(target);
});

test.each(["", "https://example.com", "mailto:a@b", "//cdn.example.com/x", "/{version}/x"])(
  "%s leads out of the docs",
  (target) => {
    expect(follow(target)).toEqual({ kind: "elsewhere" });
  },
);

test("a folder is there without being a file", () => {
  expect(follow("/images")).toEqual({ kind: "there" });
});

test("a link to what is not there says where it would be, and what", () => {
  const missing = { kind: "missing", what: "page" };
  expect(follow("old.md#a")).toMatchObject({ ...missing, place: "docs/guides/old", anchor: "a" });
  expect(follow("/gone")).toMatchObject({ ...missing, place: "/gone" });
  expect(follow("../../../../etc/passwd")).toMatchObject(missing);
  expect(follow("%E0%A4%A")).toMatchObject(missing);
  expect(follow("/logo.png")).toMatchObject({ kind: "missing", what: "file" });
});

test.each([
  ["/keys", "address"],
  ["/docs/keys.mdx", "top"],
  ["/keys.mdx", "root"],
  ["../keys.mdx", "folder"],
  ["../../keys", "page"],
])("%s is written in the form %s", (target, form) => {
  expect(follow(target)).toMatchObject({ path: "docs/keys.mdx", form });
});

test("a page that a translation lacks is shown in the main language", () => {
  const pages = [
    "docs/en/docs/guides/a.md",
    "docs/en/docs/guides/b.md",
    "docs/de/docs/guides/a.md",
  ];
  const translated = docsTree({
    docsFolder: "docs",
    paths: new Set(pages),
    pagePaths: new Set(pages),
    siteFiles: new Map([["docs/en/mkdocs.yml", "site_name: Acme\n"]]),
    redirectFiles: new Map(),
    metadata: new Map(),
  });
  const from = "docs/de/docs/guides/a.md";
  expect(resolveLink(translated, from, "b.md")).toEqual({ kind: "there" });
  expect(resolveLink(translated, from, "c.md")).toMatchObject({ kind: "missing" });
  expect(resolveLink(translated, "docs/en/docs/guides/a.md", "c.md")).toMatchObject({
    kind: "missing",
  });
});

test("a file is named from the folder of its page, and one that is reached from the page itself is only meant", () => {
  const pages = ["docs/index.md", "docs/boot.md", "docs/guides/start.md"];
  const site = docsTree({
    docsFolder: "docs",
    paths: new Set([...pages, "mkdocs.yml"]),
    pagePaths: new Set(pages),
    siteFiles: new Map([["mkdocs.yml", "site_name: A\n"]]),
    redirectFiles: new Map(),
    metadata: new Map(),
  });
  const start = (target: string) => resolveLink(site, "docs/guides/start.md", target);
  expect(start("../boot.md")).toMatchObject({ kind: "file", path: "docs/boot.md" });
  expect(start("../../boot.md")).toMatchObject({
    kind: "missing",
    meant: { path: "docs/boot.md" },
  });
});
