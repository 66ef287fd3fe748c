import { expect, test } from "vitest";
import { navigationFormats } from "./find-site.ts";
import { jsonNavigation } from "./mintlify/json-navigation.ts";
import { mkdocsNavigation } from "./mkdocs/mkdocs-navigation.ts";
import { addToNavigation } from "./navigation.ts";

const docs = `{
  "name": "Acme",
  "navigation": {
    "groups": [
      { "group": "Start", "pages": ["quickstart", "concepts"] },
      {
        "group": "API",
        "pages": [
          "api/keys",
          { "group": "Deep", "pages": ["api/deep"] },
          "GET /v1/things"
        ]
      }
    ]
  }
}
`;

const mkdocs = `site_name: Acme
theme: {name: material}
nav:
  - Home: index.md
  - Guide:
      - First steps: first.md  # keep
      - second.md

  # about us
  - About: about.md
markdown_extensions:
  - emoji: !!python/name:material.extensions.emoji.twemoji
`;

test("navigation files are known by their name", () => {
  const formatOf = (path: string) => navigationFormats.find(({ isFile }) => isFile(path));
  expect(formatOf("docs/docs.json")).toBe(jsonNavigation);
  expect(formatOf("mkdocs.yml")).toBe(mkdocsNavigation);
  expect(formatOf("package.json")).toBeUndefined();
});

test("groups are read however deep they stand", () => {
  expect(jsonNavigation.groups(docs)).toEqual([
    { title: "Start", pages: ["quickstart", "concepts"] },
    { title: "API", pages: ["api/keys"] },
    { title: "Deep", pages: ["api/deep"] },
  ]);
  expect(mkdocsNavigation.groups(mkdocs)).toEqual([
    { title: "", pages: ["index.md", "about.md"] },
    { title: "Guide", pages: ["first.md", "second.md"] },
  ]);
});

test("a page joins the named group and nothing else changes", () => {
  const added = addToNavigation(docs, jsonNavigation, {
    page: "limits",
    title: "Limits",
    group: "start",
  });
  expect(added).toBe(docs.replace('"concepts"]', '"concepts", "limits"]'));
  const below = addToNavigation(docs, jsonNavigation, {
    page: "api/limits",
    title: "L",
    group: "API",
  });
  expect(below).toBe(docs.replace('"GET /v1/things"', '"GET /v1/things",\n          "api/limits"'));
});

test("a page without a group goes beside a related page, else into the last group", () => {
  const near = addToNavigation(docs, jsonNavigation, { page: "x", title: "X", near: "quickstart" });
  expect(near).toContain('["quickstart", "concepts", "x"]');
  const last = addToNavigation(docs, jsonNavigation, { page: "x", title: "X" });
  expect(last).toContain('["api/deep", "x"]');
});

test("an unknown group is made beside the others, in their style", () => {
  const added =
    addToNavigation(docs, jsonNavigation, { page: "x", title: "X", group: 'New "one"' }) ?? "";
  expect(jsonNavigation.groups(added)).toContainEqual({ title: 'New "one"', pages: ["x"] });
  expect(added).toContain('          { "group": "New \\"one\\"", "pages": ["x"] }');
});

test("tabs, Windows line ends, a plain list and mint.json work", () => {
  const tabs = docs.replaceAll("  ", "\t").replaceAll("\n", "\r\n");
  const added = addToNavigation(tabs, jsonNavigation, { page: "x", title: "X", group: "API" });
  expect(added).toContain('"GET /v1/things",\r\n\t\t\t\t\t"x"');
  const flat = addToNavigation('{"navigation":{"pages":[]}}', jsonNavigation, {
    page: "x",
    title: "X",
  });
  expect(flat).toBe('{"navigation":{"pages":["x"]}}');
  const mint = '{"navigation":[{"group":"A","pages":["a"]}]}';
  expect(addToNavigation(mint, jsonNavigation, { page: "b", title: "B" })).toContain('["a", "b"]');
});

test("a file that cannot be read is left alone", () => {
  for (const text of [
    "",
    "{",
    "[]",
    '{"navigation":{}}',
    `{"a":${"[".repeat(500)}${"]".repeat(500)}}`,
  ]) {
    expect(addToNavigation(text, jsonNavigation, { page: "x", title: "X" })).toBeUndefined();
    expect(jsonNavigation.groups(text)).toEqual([]);
  }
  expect(
    addToNavigation("nav: [a.md]\n", mkdocsNavigation, { page: "x.md", title: "X" }),
  ).toBeUndefined();
  expect(
    addToNavigation("site_name: A\n", mkdocsNavigation, { page: "x.md", title: "X" }),
  ).toBeUndefined();
  expect(mkdocsNavigation.groups("nav: [\n")).toEqual([]);
});

test("a page joins a section of mkdocs.yml as one more line", () => {
  const entry = { page: "third.md", title: "Third: the end", group: "Guide" };
  expect(addToNavigation(mkdocs, mkdocsNavigation, entry)).toBe(
    mkdocs.replace("- second.md\n", '- second.md\n      - "Third: the end": third.md\n'),
  );
  const beside = addToNavigation(mkdocs, mkdocsNavigation, {
    page: "x.md",
    title: "X",
    near: "first.md",
  });
  expect(beside).toContain("      - second.md\n      - X: x.md\n");
});

test("a page at the top of mkdocs.yml, and a new section, come last", () => {
  const top = addToNavigation(mkdocs, mkdocsNavigation, { page: "x.md", title: "X" });
  expect(top).toContain("  - About: about.md\n  - X: x.md\nmarkdown_extensions");
  const section = addToNavigation(mkdocs, mkdocsNavigation, {
    page: "x.md",
    title: "X",
    group: "More",
  });
  expect(section).toContain("  - About: about.md\n  - More:\n      - X: x.md\nmarkdown");
  const atEnd = addToNavigation("nav:\n- a.md", mkdocsNavigation, { page: "b.md", title: "B" });
  expect(atEnd).toBe("nav:\n- a.md\n- B: b.md\n");
});
