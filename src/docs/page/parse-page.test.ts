import { expect, test } from "vitest";
import { randomOf } from "../../../test/random-of.ts";
import { parsePage } from "./parse-page.ts";
import type { Block } from "./parsed-page.ts";

const outline = (blocks: Block[]) =>
  blocks.map(({ kind, text, startLine, endLine }) => [kind, text, startLine, endLine]);
const texts = (source: string, format: "md" | "mdx" = "mdx") =>
  parsePage(source, format).blocks.map((block) => block.text);

test("every kind of block is read with its lines", () => {
  const source = [
    "# Title",
    "",
    "A paragraph",
    "on two lines.",
    "",
    "- one",
    "- two",
    "",
    "```js",
    "const a = 1;",
    "```",
    "",
    "| A | B |",
    "|---|---|",
    "| 1 | `2` |",
    "",
    "> quoted",
  ].join("\n");
  expect(outline(parsePage(source, "md").blocks)).toEqual([
    ["heading", "Title", 1, 1],
    ["paragraph", "A paragraph on two lines.", 3, 4],
    ["list", "one\ntwo", 6, 7],
    ["code", "const a = 1;", 9, 11],
    ["table", "A\tB\n1\t2", 13, 15],
    ["quote", "quoted", 17, 17],
  ]);
});

test("readable text has no Markdown in it", () => {
  expect(texts("**Bold** [link](/x) ![alt](y.png) `code` &amp; *more*")).toEqual([
    "Bold link alt code & more",
  ]);
});

test("what is read without the parser's rules for emphasis is what they give", () => {
  const random = randomOf(7);
  const pieces = [
    "**",
    "**",
    "**",
    "*",
    "a",
    "b c",
    " ",
    ".",
    "(",
    ")",
    ",",
    "`d`",
    "é",
    "\n",
    "[e](/f)",
  ];
  for (let round = 0; round < 3_000; round += 1) {
    const text = Array.from({ length: 9 }, () => pieces[random(pieces.length)]).join("");
    // A backslash takes a text to the parser.
    expect(texts(`x ${text} !`, "md")).toEqual(texts(`x ${text} \\!`, "md"));
  }
});

test("setext headings have their level", () => {
  const { blocks, title } = parsePage("First\n=====\n\nSecond\n---\n", "md");
  expect(blocks.map(({ level, startLine, endLine }) => [level, startLine, endLine])).toEqual([
    [1, 1, 2],
    [2, 4, 5],
  ]);
  expect(title).toBe("First");
});

test("front matter gives title, description and metadata and keeps the line count", () => {
  const page = parsePage("---\ntitle: Hello\ndescription: World\ntags: [a, 1]\n---\n\nText", "md");
  expect(page.title).toBe("Hello");
  expect(page.description).toBe("World");
  expect(page.metadata).toEqual({ title: "Hello", description: "World", tags: ["a", 1] });
  expect(outline(page.blocks)).toEqual([["paragraph", "Text", 7, 7]]);
});

test("a page asks to be hidden with true, not with a word", () => {
  for (const key of ["hidden", "draft", "noindex", "unlisted"]) {
    expect(parsePage(`---\n${key}: true\n---\n`, "md").hidden).toBe(true);
    expect(parsePage(`---\n${key}: "true"\n---\n`, "md").hidden).toBe(false);
  }
});

test("a fault in the front matter is a problem with its line and hides nothing else", () => {
  const page = parsePage("---\ntitle: A: B: C\ndraft: true\nlist: [1\n---\n# Real\n", "md");
  expect(page.problems).toHaveLength(1);
  expect(page.problems[0]?.line).toBeGreaterThan(1);
  expect(page.title).toBe("A: B: C");
  expect(page.hidden).toBe(true);
  expect(outline(page.blocks)).toEqual([["heading", "Real", 6, 6]]);
});

test("keys that reach a prototype are dropped", () => {
  const page = parsePage("---\n__proto__:\n  hidden: true\nconstructor: x\nok: 1\n---\n", "md");
  expect(page.metadata).toEqual({ ok: 1 });
  expect(page.hidden).toBe(false);
});

test("an alias bomb is a problem, not a crash", () => {
  const levels = Array.from({ length: 12 }, (_, level) =>
    level === 0 ? "a0: &a0 [x]" : `a${level}: &a${level} [${`*a${level - 1},`.repeat(9)}]`,
  );
  const page = parsePage(`---\n${levels.join("\n")}\n---\nText`, "md");
  expect(page.problems).toHaveLength(1);
  expect(page.blocks).toHaveLength(1);
});

test("custom tags in front matter make plain values", () => {
  const page = parsePage('---\nrun: !!js/function "function(){}"\nwhen: 2024-01-02\n---\n', "md");
  expect(page.metadata).toEqual({ run: "function(){}", when: "2024-01-02" });
});

test("a rule at the top of a page is not front matter", () => {
  const page = parsePage("---\n\nText\n", "md");
  expect(page.problems).toEqual([]);
  expect(outline(page.blocks)).toEqual([["paragraph", "Text", 3, 3]]);
});

test("CRLF pages and a byte order mark read the same", () => {
  const page = parsePage("\uFEFF---\r\ntitle: T\r\n---\r\n\r\n# A\r\n\r\nText\r\n", "mdx");
  expect(page.title).toBe("T");
  expect(outline(page.blocks)).toEqual([
    ["heading", "A", 5, 5],
    ["paragraph", "Text", 7, 7],
  ]);
});

test("an unclosed code block is a problem with its line", () => {
  expect(parsePage("Text\n\n```js\ncode\n", "md").problems).toEqual([
    { line: 3, message: "The code block is not closed." },
  ]);
  expect(parsePage("````\n```\n````\n\n~~~\n~~~", "md").problems).toEqual([]);
});

test("an empty page has no blocks", () => {
  expect(parsePage("", "mdx")).toMatchObject({ title: "", blocks: [], problems: [] });
});

test("a heading's own id is not part of its text", () => {
  expect(texts("## Install it {#setup}\n\n## Then {/* #next */}", "mdx")).toEqual([
    "Install it",
    "Then",
  ]);
});

test("a short list is one block and a long list is one block per item", () => {
  const items = (count: number) => Array.from({ length: count }, (_, n) => `- item ${n}`);
  expect(texts(items(60).join("\n"))).toHaveLength(1);
  const long = parsePage(items(61).join("\n"), "md").blocks;
  expect(long).toHaveLength(61);
  expect(long[60]).toMatchObject({ kind: "list", text: "item 60", startLine: 61, endLine: 61 });
});
