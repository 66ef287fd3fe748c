import { expect, test } from "vitest";
import { readPage } from "./page.ts";
import type { PageFormat } from "./page-format.ts";

const linksOf = (source: string, format: PageFormat) => readPage(source, format).links;

const targets = (source: string, format: "md" | "mdx" = "md") =>
  linksOf(source, format).map((link) => link.target);

test("links have their target, line and text", () => {
  const source =
    '# Title\n\nSee [the *keys* page](keys.md#revoke "Keys") and\n![logo](/logo.png).\n';
  const [link, image] = linksOf(source, "md");
  expect(link).toMatchObject({ target: "keys.md#revoke", line: 3, label: "the *keys* page" });
  expect(image).toMatchObject({ target: "/logo.png", line: 4, isImage: true });
  expect(source.slice(link?.start, link?.end)).toBe("keys.md#revoke");
});

test("definitions, angle brackets, attributes and bare addresses are links", () => {
  const source = `[a]: ./a.md "A"
[b](<b c.md>) <https://example.com/x> and https://example.com/y.

<Card title="C" href='/c'>text</Card> <a href={"/d"}>d</a>
`;
  expect(targets(source, "mdx")).toEqual([
    "./a.md",
    "b c.md",
    "https://example.com/x",
    "https://example.com/y",
    "/c",
    "/d",
  ]);
});

test("code, comments and front matter hold no links", () => {
  const source = `---
url: https://example.com
---
\`[a](b)\` and \\[c](d)

\`\`\`
[e](f)
\`\`\`
<!-- [g](h) -->
`;
  expect(targets(source)).toEqual([]);
});

test("a link text may hold brackets, code and an image", () => {
  expect(targets("[a [b] `]` ![c](d.png)](e.md)")).toEqual(["d.png", "e.md"]);
});

test("an address may hold balanced brackets", () => {
  expect(targets("[a](b_(c).md) [d](e")).toEqual(["b_(c).md"]);
});

test("lines are counted with Windows line ends and on very long lines", () => {
  expect(linksOf("a\r\n\r\n[b](c)\r\n", "md")[0]?.line).toBe(3);
  expect(linksOf("[b](c) ".repeat(10_000), "md")).toHaveLength(10_000);
});
