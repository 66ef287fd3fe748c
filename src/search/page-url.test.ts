import { expect, test } from "vitest";
import { pageUrl } from "./page-url.ts";

const project = { domain: "acme", baseUrl: "" };
const page = (path: string, anchor = "") => ({ path, anchor, address: "", baseUrl: "" });
const own = (path: string, anchor = "") =>
  pageUrl("http://127.0.0.1:4000", project, page(path, anchor));

test.each([
  ["keys.md", "", "http://127.0.0.1:4000/docs/acme/keys"],
  ["guides/keys.mdx", "create-a-key", "http://127.0.0.1:4000/docs/acme/guides/keys#create-a-key"],
  ["guides/index.md", "", "http://127.0.0.1:4000/docs/acme/guides"],
  ["README.md", "", "http://127.0.0.1:4000/docs/acme"],
  ["index.mdx", "top", "http://127.0.0.1:4000/docs/acme#top"],
  ["my-index.md", "", "http://127.0.0.1:4000/docs/acme/my-index"],
  ["a.md/b.MD", "", "http://127.0.0.1:4000/docs/acme/a.md/b"],
])("%s and %j have the address %s", (path, anchor, url) => {
  expect(own(path, anchor)).toBe(url);
});

test("the docs site's own address is used where there is one, with or without a slash", () => {
  for (const baseUrl of ["https://docs.acme.example/v2", "https://docs.acme.example/v2/"])
    expect(pageUrl("http://x", { ...project, baseUrl }, page("keys.md"))).toBe(
      "https://docs.acme.example/v2/keys",
    );
});

test("no path or anchor changes where the address leads", () => {
  expect(own("what? #1 100%/é 😀.md", 'é"<x> y')).toBe(
    "http://127.0.0.1:4000/docs/acme/what%3F%20%231%20100%25/%C3%A9%20%F0%9F%98%80#%C3%A9%22%3Cx%3E%20y",
  );
  expect(new URL(own("a\\..\\b.md")).pathname).toBe("/docs/acme/a%5C..%5Cb");
});

test("a page on a site has the address the site gives it", () => {
  const site = { ...project, baseUrl: "https://docs.acme.example" };
  const onSite = { ...page("docs/01-keys.md", "make-one"), address: "guides/keys/" };
  expect(pageUrl("http://x", site, onSite)).toBe("https://docs.acme.example/guides/keys/#make-one");
  expect(pageUrl("http://x", project, onSite)).toBe("http://x/docs/acme/docs/01-keys#make-one");
});

test("a source with a site of its own leads there", () => {
  const site = { ...project, baseUrl: "https://docs.acme.example" };
  const other = { ...page("api.md"), address: "api", baseUrl: "https://api.acme.example/v1/" };
  expect(pageUrl("http://x", site, other)).toBe("https://api.acme.example/v1/api");
});

test("the home page of a site is the site's own address, wherever its file lies", () => {
  const site = { ...project, baseUrl: "https://docs.acme.example/v2" };
  for (const path of ["docs/index.md", "src/content/docs/index.mdx", "README.md"])
    expect(pageUrl("http://x", site, page(path, "top"))).toBe("https://docs.acme.example/v2#top");
});
