import { expect, test } from "vitest";
import { blocks } from "./blocks.ts";

const kinds = (markdown: string) => blocks(markdown).map((block) => block.kind);

test("every kind of block is told apart", () => {
  const markdown =
    "# Title\n\nText\nmore text.\n\n1. one\n2. two\n\n- a\n- b\n\n| A |\n|---|\n| 1 |\n\n> quoted\n\n```js\ncode()\n```\n\n---\n";
  expect(kinds(markdown)).toEqual([
    "heading",
    "paragraph",
    "steps",
    "list",
    "table",
    "quote",
    "code",
  ]);
});

test("list keeps nested lists, code and later paragraphs of its items", () => {
  const markdown =
    "1. one\n   - nested\n\n   ```sh\n   run\n\n   more\n   ```\n\n2. two\nlazy line\n\nAfter.";
  const [list, after] = blocks(markdown);
  expect(list?.items).toHaveLength(2);
  expect(list?.text.endsWith("lazy line")).toBe(true);
  expect(after?.text).toBe("After.");
});

test("indented list is read like any other", () => {
  expect(blocks("  - one\n  - two")[0]?.items).toEqual(["one", "two"]);
});

test("code directly after text is a block of its own", () => {
  expect(kinds("Run this:\n```sh\nrun\n```")).toEqual(["paragraph", "code"]);
});

test("fence inside a longer fence does not end it", () => {
  expect(blocks("````md\n```js\n```\n````\nText")[0]?.text).toBe("````md\n```js\n```\n````");
});

test("unclosed fence is closed", () => {
  expect(blocks("~~~sh\nrun")[0]?.text).toBe("~~~sh\nrun\n~~~");
});

test("indented code gets a fence", () => {
  expect(blocks("    run\n    it")[0]?.text).toBe("```\nrun\nit\n```");
});

test("underlined heading is a heading", () => {
  expect(kinds("Title\n=====\n\nText")).toEqual(["heading", "paragraph"]);
});
