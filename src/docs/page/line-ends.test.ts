import { expect, test } from "vitest";
import { growthOf } from "../../../test/growth/growth-of.ts";
import { renderPage } from "../render/render-page.ts";
import { readPage } from "./page.ts";
import { parsePage } from "./parse-page.ts";
import { plainText } from "./plain-text.ts";

const addresses = {
  link: (href: string) => ({ href, isOutside: false }),
  image: () => undefined,
};
const render = (source: string) =>
  renderPage(source, { format: "md", slugStyle: "github", addresses });

test("line ends that Markdown does not know are blanks, and no line moves", () => {
  const source = "# A\u2028B\n\n::: tip C\u2029D\nE\rF\n:::\n\n[g](h.md)\n";
  const page = readPage(source, "md");
  expect(page.parsed.blocks.map(({ text, startLine }) => [startLine, text])).toEqual([
    [1, "A B"],
    [3, "C D\nE F"],
    [7, "g"],
  ]);
  expect(page.links.map(({ target, line }) => [target, line])).toEqual([["h.md", 7]]);
  expect(render(source).title).toBe("A B");
  expect(plainText("a\u2028b\r\nc")).toBe("a b c");
});

test("a line of Windows ends before its line end", () => {
  expect(parsePage("a\r\n\r\n```js\r\nb\r\n```\r\n", "md").blocks).toMatchObject([
    { text: "a", startLine: 1 },
    { text: "b", startLine: 3 },
  ]);
});

test("a very long line is a text without markup, and the page goes on after it", () => {
  const long = `<b>${"a ".repeat(60_000)}</b> [x](y.md)`;
  const page = readPage(`# A\n\n${long}\n\n[b](c.md)\n`, "md");
  expect(page.links.map(({ target, line }) => [target, line])).toEqual([["c.md", 5]]);
  expect(page.parsed.blocks.map(({ startLine }) => startLine)).toEqual([1, 3, 5]);
});

test("a long line of code, a picture in its address and a wide table are read", () => {
  const code = "a;".repeat(100_000);
  const picture = `![seen](data:image/png;base64,${"A".repeat(200_000)})`;
  const row = `| ${"cell | ".repeat(2_000)}\n`;
  const { blocks } = parsePage(
    `\`\`\`js\n${code}\n\`\`\`\n\n${picture}\n\n${row}${row.replaceAll("cell", "---")}${row}`,
    "md",
  );
  expect(blocks.map(({ kind }) => kind)).toEqual(["code", "paragraph", "table"]);
  expect(blocks[0]?.text).toBe(code);
  expect(blocks[1]?.text).toBe("seen");
});

test.each([
  ["a directive", (n: number) => `::: ${" ".repeat(n)}a${" ".repeat(n)}\u2028b`],
  ["colons", (n: number) => `${":".repeat(n)}${" ".repeat(n)}\u2028b`],
  ["backticks", (n: number) => `${"`".repeat(n)}\u2028b`],
  ["tildes in a quote", (n: number) => `> ${"~~".repeat(n)}${"& ".repeat(n)}\u2028b`],
  ["slashes", (n: number) => `/// a${" ".repeat(n)}| \u2028b`],
  ["a heading", (n: number) => `# ${" a".repeat(n)}${" ".repeat(n)}{#\u2028}`],
  ["template marks", (n: number) => `{{< a ${"- ~".repeat(n)}\u2028 >}}`],
  ["strings that never end", (n: number) => `{${"\\`".repeat(n)}`],
])("a page of %s is read in time that grows as it does", async (name, of) => {
  const read = (text: string) => [
    readPage(text, "mdx").regions,
    parsePage(text, "mdx"),
    render(text),
  ];
  const { fault } = await growthOf(read, { name, of }, { lengths: [64, 256, 1_024, 4_096] });
  expect(fault).toBeUndefined();
});
