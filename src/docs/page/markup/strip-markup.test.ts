import { expect, test } from "vitest";
import { parsePage } from "../parse-page.ts";
import type { Block } from "../parsed-page.ts";

const outline = (blocks: Block[]) =>
  blocks.map(({ kind, text, startLine, endLine }) => [kind, text, startLine, endLine]);
const texts = (source: string, format: "md" | "mdx" = "mdx") =>
  parsePage(source, format).blocks.map((block) => block.text);

test("imports and exports go, also over several lines, and leave the line count alone", () => {
  const source = [
    'import A from "./a";',
    "import {",
    "  B,",
    "  C",
    '} from "./b"',
    "",
    "export const meta = {",
    '  text: "}",',
    "",
    "  list: [1, 2],",
    "};",
    "",
    "export const Box = () => (",
    "  <p>Don't show</p>",
    ")",
    "",
    "Text stays.",
  ].join("\n");
  expect(outline(parsePage(source, "mdx").blocks)).toEqual([["paragraph", "Text stays.", 17, 17]]);
});

test("a sentence that begins with import or export stays", () => {
  expect(texts("import your data from the dashboard.\n\nexport it later.")).toHaveLength(2);
  expect(texts("First you\nimport { a } from the list")).toEqual([
    "First you import  from the list",
  ]);
});

test("a statement that never closes ends with its paragraph", () => {
  expect(texts("export const a = {\n  b: 1\n\nText stays.")).toEqual(["Text stays."]);
});

test("import lines in plain Markdown are text", () => {
  expect(texts('import a from "b"', "md")).toEqual(['import a from "b"']);
});

test("comments go in both spellings", () => {
  expect(texts("A {/* no\n\nno */} b\n\n<!-- no\n\n# no -->\n\nC", "mdx")).toEqual(["A", "b", "C"]);
  expect(texts("A <!-- no --> b", "md")).toEqual(["A  b"]);
});

test("a comment that is never closed is a problem", () => {
  const page = parsePage("Text\n\n<!-- lost\n\n# Gone", "md");
  expect(page.problems[0]?.line).toBe(3);
  expect(page.blocks).toHaveLength(1);
});

test("components are transparent and their Markdown is read", () => {
  const source = "<Note>\n  ## Inside\n\n  - **one**\n  - two\n\n  Text.\n</Note>";
  expect(outline(parsePage(source, "mdx").blocks)).toEqual([
    ["heading", "Inside", 2, 2],
    ["list", "one\ntwo", 4, 5],
    ["paragraph", "Text.", 7, 7],
  ]);
});

test("deeply indented text in components is no code", () => {
  const source = [
    "<Steps>",
    '    <Step title="Install">',
    "        Run this:",
    "",
    "        ```bash",
    "        npm ci",
    "          --flag",
    "        ```",
    "    </Step>",
    "</Steps>",
    "",
    "After",
  ].join("\n");
  for (const format of ["md", "mdx"] as const) {
    expect(outline(parsePage(source, format).blocks)).toEqual([
      ["paragraph", "Install\nRun this:", 2, 3],
      ["code", "npm ci\n  --flag", 5, 8],
      ["paragraph", "After", 12, 12],
    ]);
  }
});

test("a component in a list item does not end the list", () => {
  const source = "1. One\n\n   <Note>\n     Careful\n   </Note>\n\n2. Two";
  expect(outline(parsePage(source, "mdx").blocks)).toEqual([["list", "One\nCareful\nTwo", 1, 7]]);
});

test("titles, labels and descriptions of components are text", () => {
  const source = [
    "<Card",
    '  title="First # card"',
    "  href={`/x/}`}",
    "  onClick={() => { go('>') }}",
    '  icon={<Icon name=">" />}',
    ">",
    "  Body",
    "</Card>",
    "<Tab label='npm' />",
    '<Field description={"How long"} />',
  ].join("\n");
  expect(texts(source).join("\n")).toBe("First # card\nBody\nnpm\nHow long");
});

test("code is never touched", () => {
  const code = '<Note>\n{/* keep */}\nimport x from "y"\n<!-- keep -->';
  const page = parsePage(
    `\`\`\`mdx\n${code}\n\`\`\`\n\nInline \`<Note> {x} <!-- y -->\` here.`,
    "mdx",
  );
  expect(page.blocks.map((block) => block.text)).toEqual([
    code,
    "Inline <Note> {x} <!-- y --> here.",
  ]);
});

test("code fences in quotes and list items are seen", () => {
  expect(texts("> ```\n> <Note>\n> ```\n\n- ```\n  <Tip>\n  ```\n\n<Tip>x</Tip>", "md")).toEqual([
    "<Note>",
    "<Tip>",
    "x",
  ]);
});

test("indented code in plain Markdown is not touched", () => {
  const [paragraph, code] = parsePage("Text:\n\n    <div>\n      {/* x */}\n", "md").blocks;
  expect(paragraph?.kind).toBe("paragraph");
  expect(code).toMatchObject({ kind: "code", text: "<div>\n  {/* x */}", startLine: 3 });
});

test("scripts and styles are dropped with what they hold", () => {
  expect(texts("<style>{`\n.a { color: red }\n\n# no\n`}</style>\n\nText")).toEqual(["Text"]);
  expect(texts("<script>\n\n# no\n\nalert(1)\n</script>\n\nText", "md")).toEqual(["Text"]);
});

test("preformatted HTML holds no headings", () => {
  expect(parsePage("<pre><code>\n# not a heading\n</code></pre>", "md").blocks).toMatchObject([
    { kind: "paragraph", text: "# not a heading" },
  ]);
});

test("HTML is transparent in plain Markdown", () => {
  const source = "<details>\n<summary>More</summary>\n\nHidden **text**<br/>next\n\n</details>";
  expect(texts(source, "md")).toEqual(["More", "Hidden text next"]);
});

test("HTML headings on one line are headings", () => {
  expect(parsePage('<h2 id="x">Set up</h2>\n\nText', "md").blocks[0]).toMatchObject({
    kind: "heading",
    level: 2,
    text: "Set up",
  });
});

test("placeholders, addresses and comparisons are text", () => {
  expect(texts("Use <your-key> at <https://a.example/b> if 1 < 2 and 3 > 2.", "md")).toEqual([
    "Use <your-key> at https://a.example/b if 1 < 2 and 3 > 2.",
  ]);
});

test("expressions are not run: plain strings are text, the rest is dropped", () => {
  expect(texts('A{" "}b {"c"} {1 + 1} {props.items.map((x) => <li>{x}</li>)} end')).toEqual([
    "A b c   end",
  ]);
  expect(texts("\\{literal} and \\<tag>")).toEqual(["{literal} and <tag>"]);
});

test("directives keep their title", () => {
  expect(texts(":::note[Mind this]\nText\n:::", "md")).toEqual(["Mind this\nText"]);
});

test("hostile pages are read in linear time", () => {
  for (const piece of ["<a b={", '<a b="', "<!--", "{/*", "`` ` ", "<h1>", "[a](", "<A>\n  "]) {
    expect(parsePage(piece.repeat(20_000), "mdx").hidden).toBe(false);
  }
  parsePage("export const x = {\n\n".repeat(10_000), "mdx");
});
