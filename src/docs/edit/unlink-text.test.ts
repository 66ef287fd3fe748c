import { describe, expect, test } from "vitest";
import { memoryFiles } from "../../../test/memory-files.ts";
import { deletePage } from "./delete-page.ts";
import { moveFiles } from "./move-files.ts";

/** A page after x.md is gone, and what could not be done there. */
async function withoutX(page: string, name = "a.md") {
  const overlay = memoryFiles({ [name]: page, "x.md": "x\n", "y.md": "y\n" });
  const input = { docsFolder: "", path: "x.md", replacement: undefined };
  const { problems } = await deletePage(overlay, input);
  return { after: await overlay.read(name), reasons: problems.map(({ reason }) => reason) };
}

describe("a definition goes with its title", () => {
  test.each([
    ['[b]\n\n[b]: x.md\n  "Title"\n\nend\n', "b\n\n\nend\n"],
    ["[b]\r\n\r\n[b]: <x.md>\r\n'Title'\r\nend\r\n", "b\r\n\r\nend\r\n"],
    ['[b]\n\n[b]: x.md "one\ntwo"\nend\n', "b\n\nend\n"],
    ["[b]\n\n[b]: x.md\n(one \\) two)", "b\n\n"],
    ['[b]\n\n[b]: x.md\n"no title" at all\n', 'b\n\n"no title" at all\n'],
    ['[b]\n\n[b]: x.md\n"no\n\ntitle"\n', 'b\n\n"no\n\ntitle"\n'],
    ['[b]\n\n[b]: x.md "a"\n"b"\n', 'b\n\n"b"\n'],
  ])("%j", async (page, after) => {
    expect(await withoutX(page)).toEqual({ after, reasons: [] });
  });

  test.each(["    text\n", "\ttext\n", "- \n", "1."])(
    "is left, and told, where %j after it would become something else",
    async (next) => {
      const page = `[b]\n\n[b]: x.md\n${next}`;
      const { after, reasons } = await withoutX(page);
      expect({ after, reasons }).toEqual({
        after: page,
        reasons: [expect.stringContaining("hand")],
      });
    },
  );

  test("what has a title without an end is left, and told", async () => {
    const page = '[b]\n\n[b]: x.md "open\n\nend\n';
    expect(await withoutX(page)).toEqual({
      after: page,
      reasons: [expect.stringContaining("hand")],
    });
  });
});

describe("brackets", () => {
  const end = "\n\n[b]: x.md\n";
  const rest = "\n\n";

  test.each([
    ["\\[b] [b]", "\\[b] b"],
    ["\\![b] ![b] \\\\![b] \\\\[b]", "\\!b b \\\\b \\\\b"],
    ["\\![a](x.md) ![a](x.md)", "\\!a a"],
    ["<!-- [b] [c][b] --> [b]", "<!-- [b] [c][b] --> b"],
    ["[a\\]c][b] [one [two] three][b]", "a\\]c one [two] three"],
    ["[![i](i.png)][b] [`[b]`][b]", "![i](i.png) `[b]`"],
    ["[[y](y.md) z][b]", "[[y](y.md) z]b"],
    ["[b][none] [b]\\[c] [b] []", "[b][none] b\\[c] b []"],
    ['<img alt="[b]"> [B][] [c][ b ]', '<img alt="[b]"> B c'],
    ["see [b]: it", "see b: it"],
    ["[b\n\n]", "[b\n\n]"],
  ])("of %j", async (page, after) => {
    expect(await withoutX(page + end)).toEqual({ after: after + rest, reasons: [] });
  });
});

describe("code in a list", () => {
  test.each([
    ["- i\n\n      [a](x.md)\n", true],
    ["1.  i\n\n    text\n\n        [a](x.md)\n        [b](x.md)\n\n        [c](x.md)\n", true],
    ["- i\n  - k\n\n\t    [a](x.md)\n", true],
    ["- i\n\n  ```\n  [a](x.md)\n  ```\n\n      [a](x.md)\n", true],
    ["- # h\n      [a](x.md)\n", true],
    ["- i\n\n    [a](x.md)\n", false],
    ["- i\n      [a](x.md)\n", false],
    ["- i\n\n      - [a](x.md)\n", true],
    ["- i\n  - k\n\n      [a](x.md)\n", false],
    ["- i\n\n    !!! note\n\n        [a](x.md)\n", false],
    ["- i\n\n  <Tabs>\n\n      [a](x.md)\n", false],
    ["- i\n\ntext\n\n  [a](x.md)\n", false],
  ])("%j is left alone: %j", async (page, isCode) => {
    const text = page.replaceAll(/\[([abc])\]\(x\.md\)/g, "$1");
    expect((await withoutX(page)).after).toBe(isCode ? page : text);
    const overlay = memoryFiles({ "a.md": page, "x.md": "x\n" });
    await moveFiles(overlay, { docsFolder: "", from: "x.md", to: "d/x.md" });
    expect(await overlay.read("a.md")).toBe(isCode ? page : page.replaceAll("x.md", "d/x.md"));
  });

  test("in MDX there is none", async () => {
    expect((await withoutX("- i\n\n      [a](x.md)\n", "a.mdx")).after).toBe("- i\n\n      a\n");
  });
});

describe("text that would become something else at the start of a line", () => {
  test.each([
    ["[# no heading](x.md)", "\\# no heading"],
    ["- [# no](x.md)\n> [> no](x.md)", "- \\# no\n> \\> no"],
    ["[1. no list](x.md)\n[2](x.md). no", "1\\. no list\n2\\. no"],
    ["[- x](x.md)\n[+](x.md) x\n[* x][b]\n\n[b]: x.md", "\\- x\n\\+ x\n\\* x\n\n"],
    ["[> x](x.md)\n![> x](x.md)", "\\> x\n\\> x"],
    ["text\n[---](x.md)\n[==](x.md)\n[* * *](x.md)", "text\n\\---\n\\==\n\\* * *"],
    ["[](x.md)[# x](x.md)", "\\# x"],
    ["[~~~](x.md)\n[::: x](x.md)\n[!!! x](x.md)", "\\~~~\n\\::: x\n\\!!! x"],
    ["[[c]: y.md](x.md)", "\\[c]: y.md"],
    ["[     a](x.md)", "a"],
    ['<a href="x.md"># a</a>', "\\# a"],
    [
      "a [# b](x.md)\n[#b](x.md)\n[***b***](x.md)\n[1.5](x.md)\n[-b](x.md)",
      "a # b\n#b\n***b***\n1.5\n-b",
    ],
    ["[`a`](x.md)\n[import a](x.md)", "`a`\nimport a"],
    ["# [# a](x.md)\n\n[b]: x.md\n# c", "# # a\n\n# c"],
  ])("%j", async (page, after) => {
    expect(await withoutX(`${page}\n`)).toEqual({
      after: after.endsWith("\n\n") ? after : `${after}\n`,
      reasons: [],
    });
  });

  test("no statement comes into a page of MDX", async () => {
    const { after } = await withoutX(
      "[import a from 'b'](x.md)\n\n[export const c = 1][b]\n\n[b]: x.md\n",
      "a.mdx",
    );
    expect(after).toBe("&#105;mport a from 'b'\n\n&#101;xport const c = 1\n\n");
  });
});

describe("tags", () => {
  test("a tag that is not closed is left, and does not take another's end", async () => {
    const page =
      '<a href="x.md">one <a href="y.md">two</a> <a href="x.md">*t*<abbr>u</abbr></a >\n';
    const { after, reasons } = await withoutX(page);
    expect(after).toBe('<a href="x.md">one <a href="y.md">two</a> *t*<abbr>u</abbr>\n');
    expect(reasons).toEqual([expect.stringContaining("by hand")]);
  });

  test.each([
    ["unclosed tags", '<a href="x.md">'.repeat(126_000)],
    ["tags whose ends have none", '<a href="x.md"></a '.repeat(90_000)],
    ["brackets", "[b] ![b][b] [[b] ".repeat(80_000)],
    ["definitions without an end", '[b]: x.md "\n'.repeat(100_000)],
    ["titles without an end", '[b]: x.md\n"\n'.repeat(100_000)],
    ["lists", `${"- ".repeat(500)}i\n\n      [a](x.md)\n`.repeat(1_500)],
    ["links on one line", "[# a](x.md)".repeat(120_000)],
    ["labels before colons", "[b]:".repeat(400_000)],
  ])("a page of %s is done with", async (_name, page) => {
    const { after } = await withoutX(`${page}\n\n[z](x.md)\n\n[b]: x.md\n`);
    expect(after).toContain("\n\nz\n");
  });
});
