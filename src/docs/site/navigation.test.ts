import { expect, test } from "vitest";
import {
  addToNavigation,
  navigationKind,
  readNavigation,
  retitleNavigation,
} from "./navigation.ts";

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
  expect(navigationKind("docs/docs.json")).toBe("json");
  expect(navigationKind("mkdocs.yml")).toBe("mkdocs");
  expect(navigationKind("package.json")).toBeUndefined();
});

test("groups are read however deep they stand", () => {
  expect(readNavigation(docs, "json")).toEqual([
    { title: "Start", pages: ["quickstart", "concepts"] },
    { title: "API", pages: ["api/keys"] },
    { title: "Deep", pages: ["api/deep"] },
  ]);
  expect(readNavigation(mkdocs, "mkdocs")).toEqual([
    { title: "", pages: ["index.md", "about.md"] },
    { title: "Guide", pages: ["first.md", "second.md"] },
  ]);
});

test("a page joins the named group and nothing else changes", () => {
  const added = addToNavigation(docs, "json", { page: "limits", title: "Limits", group: "start" });
  expect(added).toBe(docs.replace('"concepts"]', '"concepts", "limits"]'));
  const below = addToNavigation(docs, "json", { page: "api/limits", title: "L", group: "API" });
  expect(below).toBe(docs.replace('"GET /v1/things"', '"GET /v1/things",\n          "api/limits"'));
});

test("a page without a group goes beside a related page, else into the last group", () => {
  const near = addToNavigation(docs, "json", { page: "x", title: "X", near: "quickstart" });
  expect(near).toContain('["quickstart", "concepts", "x"]');
  const last = addToNavigation(docs, "json", { page: "x", title: "X" });
  expect(last).toContain('["api/deep", "x"]');
});

test("an unknown group is made beside the others, in their style", () => {
  const added = addToNavigation(docs, "json", { page: "x", title: "X", group: 'New "one"' }) ?? "";
  expect(readNavigation(added, "json")).toContainEqual({ title: 'New "one"', pages: ["x"] });
  expect(added).toContain('          { "group": "New \\"one\\"", "pages": ["x"] }');
});

test("tabs, Windows line ends, a plain list and mint.json work", () => {
  const tabs = docs.replaceAll("  ", "\t").replaceAll("\n", "\r\n");
  const added = addToNavigation(tabs, "json", { page: "x", title: "X", group: "API" });
  expect(added).toContain('"GET /v1/things",\r\n\t\t\t\t\t"x"');
  const flat = addToNavigation('{"navigation":{"pages":[]}}', "json", { page: "x", title: "X" });
  expect(flat).toBe('{"navigation":{"pages":["x"]}}');
  const mint = '{"navigation":[{"group":"A","pages":["a"]}]}';
  expect(addToNavigation(mint, "json", { page: "b", title: "B" })).toContain('["a", "b"]');
});

test("a file that cannot be read is left alone", () => {
  for (const text of [
    "",
    "{",
    "[]",
    '{"navigation":{}}',
    `{"a":${"[".repeat(500)}${"]".repeat(500)}}`,
  ]) {
    expect(addToNavigation(text, "json", { page: "x", title: "X" })).toBeUndefined();
    expect(readNavigation(text, "json")).toEqual([]);
  }
  expect(addToNavigation("nav: [a.md]\n", "mkdocs", { page: "x.md", title: "X" })).toBeUndefined();
  expect(addToNavigation("site_name: A\n", "mkdocs", { page: "x.md", title: "X" })).toBeUndefined();
  expect(readNavigation("nav: [\n", "mkdocs")).toEqual([]);
});

test("a page joins a section of mkdocs.yml as one more line", () => {
  const entry = { page: "third.md", title: "Third: the end", group: "Guide" };
  expect(addToNavigation(mkdocs, "mkdocs", entry)).toBe(
    mkdocs.replace("- second.md\n", '- second.md\n      - "Third: the end": third.md\n'),
  );
  const beside = addToNavigation(mkdocs, "mkdocs", { page: "x.md", title: "X", near: "first.md" });
  expect(beside).toContain("      - second.md\n      - X: x.md\n");
});

test("a page at the top of mkdocs.yml, and a new section, come last", () => {
  const top = addToNavigation(mkdocs, "mkdocs", { page: "x.md", title: "X" });
  expect(top).toContain("  - About: about.md\n  - X: x.md\nmarkdown_extensions");
  const section = addToNavigation(mkdocs, "mkdocs", { page: "x.md", title: "X", group: "More" });
  expect(section).toContain("  - About: about.md\n  - More:\n      - X: x.md\nmarkdown");
  const atEnd = addToNavigation("nav:\n- a.md", "mkdocs", { page: "b.md", title: "B" });
  expect(atEnd).toBe("nav:\n- a.md\n- B: b.md\n");
});

test("titles are changed in place", () => {
  const change = (title: string) =>
    title.replace("API", 'The "API"').replace("Guide", "Guide: all");
  expect(retitleNavigation(docs, "json", change)).toBe(docs.replace('"API"', '"The \\"API\\""'));
  expect(retitleNavigation(mkdocs, "mkdocs", change)).toBe(
    mkdocs.replace("Guide:", '"Guide: all":'),
  );
  expect(retitleNavigation(docs, "json", (title) => title)).toBe(docs);
});
