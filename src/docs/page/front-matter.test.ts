import { expect, test } from "vitest";
import { readFrontMatter } from "./front-matter.ts";
import { parsePage } from "./parse-page.ts";

test("TOML between plus signs is read", () => {
  const source =
    '+++\ntitle = "A \\"b\\""\nweight = 1_000\ndraft = true # yes\ndate = 2024-01-02T03:04:05Z\ntags = ["a",\n  \'b\']\ntext = """\nlong\n"""\n[menu.main]\nname = "x"\n+++\n# H';
  const page = parsePage(source, "md");
  expect(page.metadata).toEqual({
    title: 'A "b"',
    weight: 1000,
    draft: true,
    date: "2024-01-02T03:04:05Z",
    tags: ["a", "b"],
    text: "long\n",
    menu: { main: { name: "x" } },
  });
  expect(page.hidden).toBe(true);
  expect(page.blocks).toMatchObject([{ text: "H", startLine: 14 }]);
});

test("a line that is not TOML is a problem with its line, and the rest is read", () => {
  const page = parsePage("+++\nwhat is this\ndraft = true\n+++\nText", "md");
  expect(page.problems).toEqual([{ line: 2, message: "Front matter: this line is not TOML." }]);
  expect(page.hidden).toBe(true);
  expect(page.blocks).toHaveLength(1);
});

test("TOML keys cannot reach a prototype", () => {
  const { metadata } = readFrontMatter(
    "+++\n__proto__.x = 1\n[constructor]\ny = 1\n[a.__proto__]\nz = 1\n+++",
  );
  expect(metadata).toEqual({ a: {} });
  expect(Reflect.get({}, "z")).toBeUndefined();
});

test("JSON at the top is read, an expression there is not", () => {
  expect(parsePage('{\n  "title": "T"\n}\n\nText', "md").title).toBe("T");
  expect(readFrontMatter("{\n  props.x\n}").lineCount).toBe(0);
});

test("front matter that is never closed is a problem", () => {
  expect(readFrontMatter("+++\na = 1").problems).toHaveLength(1);
  expect(readFrontMatter("+++\n\nText").problems).toEqual([]);
});

test("every spelling of keeping a page out of search hides it", () => {
  for (const line of [
    "published: false",
    "searchable: false",
    "search: false",
    "search:\n  exclude: true",
    "robots: noindex, nofollow",
    "exclude_from_search: true",
    "pagefind: false",
  ]) {
    expect(parsePage(`---\n${line}\n---\n`, "md").hidden).toBe(true);
  }
  for (const line of ["published: true", "search: true", "robots: index", 'search: "false"']) {
    expect(parsePage(`---\n${line}\n---\n`, "md").hidden).toBe(false);
  }
});
