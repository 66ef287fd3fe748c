import { expect, test } from "vitest";
import type { MarkdownNode } from "../../shared/markdown/markdown-node.ts";
import { parseMarkdown } from "../../src/markdown/parse-markdown.ts";
import { readMarkdown } from "./read-markdown.ts";

const samples = [
  "Run `acme keys revoke ID` to revoke a key [1][12]. `a[2]`",
  "# One\n\n## Two ##\n\n#### Four\ntext",
  "Title\n=====\n\nOther\n---\n\ntext",
  "- a\n- b\n  more of b\n- c\n\nafter",
  "- a\n\n- b\n\n  second of b\n",
  "1. one\n2. two\n   - inner\n   - other\n3. three",
  "3) a\n4) b",
  "> quote\n> more\nlazy\n\n> other",
  "```ts title=x\nconst a = 1;\n\n  indented\n```\nafter",
  "- item\n\n  ```bash\n  npm install\n  ```\n- next",
  "~~~\nopen to the end\n",
  "| a | b |\n|---|:-:|\n| 1 | `x` |\n| \\| | 2 |\n\nafter",
  "**bold** *em* ***both*** ~~gone~~ __under__ _em_ snake_case_word 2*3*4",
  "**a *b* c** and *a **b** c*",
  "**open and *closed*",
  "[link](https://acme.com/a_(b)) and [**bold** link](https://acme.com 'Title')",
  "[relative](/a) ![alt text](https://a.com/i.png)",
  "[not a link] [1] and [2](https://acme.com)",
  "<b>html</b> <https://acme.com/x> <img src=x onerror=y>",
  "a\\\nb  \nc\nd \\* \\[1\\] \\< &lt;tag&gt; &amp; &#42; &copy &nope;",
  "`` a ` b `` and ` ` and `open",
  "***\n\n- - -\n\n___",
  "    indented code\n    more\n\ntext",
  "a\n- b\n- c\n\n2. not a list\nof text\n2. still text",
  "* one\n+ other list\n- third",
];

test.each(samples)("reads like the large parser: %j", (sample) => {
  expect(plain(readMarkdown(sample))).toEqual(plain(parseMarkdown(sample)));
});

test("all paragraphs of our own documentation are read like the large parser does", () => {
  const files = import.meta.glob<string>("../../../docs/*.{md,mdx}", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const blocks = Object.values(files).flatMap(blocksOf);
  const others = blocks.filter(
    (block) =>
      JSON.stringify(plain(readMarkdown(block))) !== JSON.stringify(plain(parseMarkdown(block))),
  );
  expect(blocks.length).toBeGreaterThan(1_000);
  expect(others).toEqual([]);
});

test.each(["javascript:alert(1)", "data:text/html,x", "/relative", "vbscript:x", "//host/x"])(
  "a link to %s is text",
  (href) => {
    expect(JSON.stringify(readMarkdown(`[x](${href}) <${href}>`))).not.toContain('"link"');
  },
);

test.each([
  "> ".repeat(5_000),
  "- ".repeat(5_000),
  "[".repeat(50_000),
  "[a](".repeat(20_000),
  "*a ".repeat(50_000),
  "**a*".repeat(30_000),
  "`".repeat(50_000),
  "`a``b".repeat(20_000),
  "|".repeat(50_000),
  `|a|\n|-|\n${"|b|\n".repeat(30_000)}`,
  "&".repeat(50_000),
  "<https://".repeat(20_000),
  "1. a\n".repeat(30_000),
  `${"#".repeat(6)} ${" #".repeat(50_000)}`,
  "\n".repeat(100_000),
  " ".repeat(100_000),
])("hostile text costs little (%#)", (text) => {
  const started = performance.now();
  readMarkdown(text);
  expect(performance.now() - started).toBeLessThan(4_000);
});

/** Without the marks of components, which answers never hold. */
function blocksOf(text: string): string[] {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, "");
  return body.split(/\n{2,}/).filter((block) => !/^\s*<\/?[A-Z]|```|^\s{2,}/m.test(block));
}

/** Texts that follow one another are one; neither parser promises where it cuts them. */
function plain(nodes: MarkdownNode[]): MarkdownNode[] {
  const joined: MarkdownNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === "text" && last?.type === "text")
      joined[joined.length - 1] = { type: "text", text: last.text + node.text };
    else joined.push("children" in node ? { ...node, children: plain(node.children) } : node);
  }
  return joined;
}
