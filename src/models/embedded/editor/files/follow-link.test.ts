import { expect, test } from "vitest";
import { pageAddress, resolveLink } from "./follow-link.ts";

const files = [
  "docs/index.mdx",
  "docs/keys.mdx",
  "docs/guides/start.md",
  "docs/guides/index.md",
  "README.md",
];
const folders = ["docs", "docs/guides", "docs/images"];
const site = { root: "docs", has: (path: string) => [...files, ...folders].includes(path) };
const follow = (target: string, from = "docs/guides/start.md") => resolveLink(site, from, target);

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
  expect(follow(target)).toMatchObject({ kind: "page", path });
});

test("anchors and queries are taken off", () => {
  expect(follow("/keys?tab=1#make%20one")).toEqual({
    kind: "page",
    path: "docs/keys.mdx",
    anchor: "make one",
  });
});

test.each([
  "",
  "https://example.com",
  "mailto:a@b",
  "//cdn.example.com/x",
  "/logo.png",
  "/{version}/x",
  "/images",
])("%s is no page of the docs", (target) => {
  expect(follow(target)).toEqual({ kind: "outside" });
});

test("a link to a page that is not there says where it would be", () => {
  expect(follow("old.md#a")).toEqual({ kind: "missing", path: "docs/guides/old.md", anchor: "a" });
  expect(follow("/gone")).toMatchObject({ kind: "missing", path: "docs/gone" });
  expect(follow("../../../../etc/passwd")).toMatchObject({ kind: "missing" });
  expect(follow("%E0%A4%A")).toMatchObject({ kind: "missing" });
});

test("an address names a page without ending and a folder for its index", () => {
  expect(pageAddress("docs/guides/index.md")).toBe("docs/guides");
  expect(pageAddress("index.mdx")).toBe("");
  expect(pageAddress("docs/keys.mdx")).toBe("docs/keys");
});
