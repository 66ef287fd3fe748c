import { expect, test } from "vitest";
import { readPage } from "./page.ts";
import type { PageFormat } from "./page-format.ts";
import type { Region } from "./region.ts";

const pageRegions = (source: string, format: PageFormat) => readPage(source, format).regions;

const pieces = (source: string, kind: Region["kind"], format: "md" | "mdx" = "mdx") =>
  pageRegions(source, format)
    .filter((region) => region.kind === kind)
    .map((region) => source.slice(region.start, region.end));

const page = `---
title: Keys
---
import { Note } from "./note";

A \`key\` opens [the door](/door "Door").

\`\`\`sh
curl https://example.com
\`\`\`

<Card title="Make a key" href="/make">Text with {props.value} and <b>bold</b>.</Card>
<!-- a note -->
`;

test("regions cover the page without gap or overlap", () => {
  for (const source of [page, page.replaceAll("\n", "\r\n"), `\uFEFF${page}`]) {
    const joined = pageRegions(source, "mdx").map(({ start, end }) => source.slice(start, end));
    expect(joined.join("")).toBe(source);
  }
});

test("code is fenced blocks, code spans and expressions", () => {
  expect(pieces(page, "code")).toEqual([
    "`key`",
    "```sh\ncurl https://example.com\n```\n",
    "{props.value}",
  ]);
});

test("addresses stand apart from the text around them", () => {
  expect(pieces(page, "target")).toEqual(["/door", "/make"]);
});

test("titles of components are text, the rest of their tags is not", () => {
  const text = pieces(page, "text").join("|");
  expect(text).toContain("Make a key");
  expect(text).not.toContain("Card");
  expect(text).not.toContain("import");
  expect(text).not.toContain("a note");
});

test("front matter is one piece, also with a byte order mark and Windows line ends", () => {
  const source = `\uFEFF${page.replaceAll("\n", "\r\n")}`;
  expect(pieces(source, "front-matter")).toEqual(["\uFEFF---\r\ntitle: Keys\r\n---\r\n"]);
});

test("indented lines are code, unless an admonition or a list holds them", () => {
  expect(pieces("Text\n\n    code here\n", "code", "md")).toEqual(["    code here\n"]);
  expect(pieces("!!! note\n\n    prose here\n", "code", "md")).toEqual([]);
  expect(pieces("- item\n\n     prose\n", "code", "md")).toEqual([]);
  expect(pieces("- item\n\n      code\n", "code", "md")).toEqual(["      code\n"]);
});

test("names of directives, footnotes and heading ids are markup", () => {
  const source = ":::note Read this\n> [!TIP]\n## Title {#note}\nSee [^note].\n";
  expect(pieces(source, "markup")).toEqual([":::note", "[!TIP]", "{#note}", "[^note]"]);
});

// In quadratic time each of these would run into the limit of the test.
test("hostile pages are walked in linear time", () => {
  for (const part of ["[", "](", "<a b='", "{", "<!--", "`", "<pre>", "https://", "![a](b", "\\"]) {
    expect(pageRegions(part.repeat(200_000), "mdx")).not.toEqual([]);
    pageRegions(`${part}\n`.repeat(100_000), "md");
  }
});
