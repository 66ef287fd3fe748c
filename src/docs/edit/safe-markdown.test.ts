import { expect, test } from "vitest";
import { readPage } from "../page/page.ts";
import { safeMarkdown } from "./safe-markdown.ts";

test("tags and expressions become text, code stays", () => {
  expect(safeMarkdown("<b> {x} `<c>{d}`", "mdx")).toBe("\\<b> \\{x\\} `<c>{d}`");
  expect(safeMarkdown("a {x} <script>", "md")).toBe("a {x} \\<script>");
});

test("no line begins an MDX statement", () => {
  const safe = safeMarkdown('import x from "y"\n\nexport const z = 1', "mdx");
  expect(readPage(safe, "mdx").regions.some((region) => region.kind === "markup")).toBe(false);
});

test("an escape that is there already is not doubled", () => {
  expect(safeMarkdown("\\<a>", "mdx")).toBe("\\<a>");
});

test.each([
  ["code in a tag", "<code>`a` <b></code>"],
  ["lines that only Markdown indents", "- a\n\n      {b} <b>\n\n    {c}"],
  ["a block that MDX ends earlier", "```\n    ```\n{b}\n```"],
  ["a directive that only some know", "```{note}\n````js\n```\n<b>\n````"],
])("%s is not taken for code", (_, text) => {
  expect(safeMarkdown(text, "mdx").replace(/\\[<{}]/g, "")).not.toMatch(/[<{}]/);
});
