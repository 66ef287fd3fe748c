import { expect, test } from "vitest";
import { memoryFiles } from "../../../test/memory-files.ts";
import { checkChanges } from "./check-changes.ts";
import { checkTree, reportTree } from "./check-tree.ts";

/** What is wrong with a page that a change adds, as `check line message`. */
async function newPage(content: string, name = "page.md", base: Record<string, string> = {}) {
  const files = { "docs/index.md": "# Home\n", ...base };
  const after = memoryFiles(files);
  after.write(`docs/${name}`, content);
  const input = { before: memoryFiles(files), after, docsFolder: "docs" };
  const { broken } = await checkChanges(input);
  return broken.map(({ check, line, message }) => `${check} ${line} ${message}`);
}

test.each([
  ["---\ntitle: Keys\ntags: [a, b]\n---\n\n# Keys\n", []],
  ["+++\ntitle = \"Keys\"\n[extra]\ntitle = 'x'\n+++\n\n# Keys\n", []],
  [
    '+++\ntitle = "Keys \\U0001F511"\nparams = { toc = true }\ntags = [\n  "a", # one\n  "b",\n]\nlong = """\na\\tb\n"""\n+++\n',
    [],
  ],
  ["---\n---\n\n# Keys\n", []],
  ["Text\n\n---\n\nMore: text\n", []],
  ['---\ntitle: "{{ .Name }}"\n---\n', []],
  ["---\ntitle: Keys\n\n# Keys\n", ["1 the front matter is not closed; end it with a line of ---"]],
  [
    "---\ntitle: a: b\n---\n",
    [
      "2 the front matter is not valid YAML (Nested mappings are not allowed in compact mappings at line 1, column 8); put texts with : or # in quotes",
    ],
  ],
  [
    "---\n- one\n- two\n---\n",
    ["2 the front matter is no list of keys; write it as lines of key: value"],
  ],
  ["---\ntitle: 2024\n---\n", ["2 the title is a number and not a text; write it in quotes"]],
  ["---\na: 1\ntitle:\n---\n", ["3 the title is empty; write one, or remove the key"]],
  ["---\ntitle: [a]\n---\n", ["2 the title is not a text; write it in quotes"]],
  ["---\na: 1\nb: 2\na: 3\n---\n", ["4 the key a stands here twice; keep one of the two"]],
  ["+++\na = 1\na = 2\n+++\n", ["3 the key a stands here twice; keep one of the two"]],
  [
    "+++\nnothing\n+++\n",
    ["2 the front matter is not valid TOML (this line is not TOML); write key = value"],
  ],
])("front matter %j", async (content, expected) => {
  expect(await newPage(content)).toEqual(expected.map((text) => `front-matter ${text}`));
});

test("code blocks of a change are closed and name a language", async () => {
  expect(await newPage("```js\nx\n```\n\n~~~text\nx\n~~~\n\n> ```sh\n> x\n> ```\n")).toEqual([]);
  const nested =
    "````md\n```\nshown\n```\n````\n\n```md\n- a\n\n    ```\n    shown\n    ```\n```\n";
  expect(await newPage(nested)).toEqual([]);
  const nameless = "this code block names no language; write one behind its first mark, or text";
  expect(await newPage("# A\n\n```\nx\n```\n\n- ~~~\n  x\n  ~~~\n")).toEqual([
    `fence 3 ${nameless}`,
    `fence 7 ${nameless}`,
  ]);
  expect(await newPage("# A\n\n```js\nx\n")).toEqual([
    "fence 3 this code block is not closed; end it with a line of ```",
  ]);
});

test("a code block without a language counts only where the change wrote it", async () => {
  const page = "# A\n\n```\nold\n```\n";
  const files = { "docs/a.md": page };
  const before = memoryFiles(files);
  const after = memoryFiles(files);
  after.write("docs/a.md", `${page}\n\`\`\`\nnew\n\`\`\`\n`);
  const { broken, knownBefore } = await checkChanges({ before, after, docsFolder: "docs" });
  expect(broken.map((one) => one.line)).toEqual([7]);
  expect(knownBefore).toBe(1);
  expect(await checkTree(before, "docs")).toEqual([]);
});

test("MDX is asked of .mdx files only", async () => {
  const page = "# A\n\nx < 5 and {open\n\n<br>\n";
  expect(await newPage(page)).toEqual([]);
  expect(await newPage(page, "page.mdx")).toEqual([
    "page 3 the { is not closed; add its }, or write \\{ for a plain brace",
  ]);
});

test("Docusaurus' own additions to MDX are no faults there, and faults elsewhere", async () => {
  const page = "## Keys {#keys}\n\n<!-- a note -->\n\n```js\n<!-- code -->\n```\n";
  const site = { "docusaurus.config.js": "module.exports = {};", "docs/a.md": "# A\n" };
  expect(await newPage(page, "page.mdx", site)).toEqual([]);
  expect(await newPage(page, "page.mdx")).toEqual([
    "page 3 MDX has no <!-- --> comments; write {/* … */}",
  ]);
});

test("a page that could not be read as MDX before counts as known, whatever its first fault is now", async () => {
  const files = { "docs/a.mdx": "# A\n\n<Note>\n" };
  const before = memoryFiles(files);
  const after = memoryFiles(files);
  after.write("docs/a.mdx", "# A\n\n{open\n");
  const report = await checkChanges({ before, after, docsFolder: "docs" });
  expect([report.broken, report.knownBefore]).toEqual([[], 1]);
});

test("a page that is too long is not checked, neither right nor wrong", async () => {
  const files = memoryFiles({ "docs/a.md": `# A\n\n${"[x](gone.md) ".repeat(100_000)}` });
  const { findings, remarks } = await reportTree({ files, docsFolder: "docs" });
  const message = "not checked: this page is over 1 MB";
  expect(findings).toEqual([]);
  expect(remarks).toEqual([{ kind: "not-checked", path: "docs/a.md", line: 1, message }]);
});

test("a page that is no text is told", async () => {
  const files = { "docs/a.md": "# A\n" };
  const after = memoryFiles({ "docs/a.md": "# A\0\n" });
  const { broken } = await checkChanges({
    before: memoryFiles(files),
    after,
    docsFolder: "docs",
  });
  expect(broken.map(({ message }) => message)).toEqual([
    "this page is not UTF-8 text, or is over 2 MB; save it as UTF-8, or split it",
  ]);
});

const many = 60_000;
test.each([
  ["braces", "{".repeat(1_000_000)],
  ["quotes", "> ".repeat(many / 10)],
  ["lists", "- ".repeat(many)],
  ["brackets", "[".repeat(many)],
  ["links", "[a](b".repeat(many / 5)],
  ["slashes", `[y](${"/".repeat(50_000)}z) `.repeat(5)],
  ["tags", "<a ".repeat(many / 3)],
  ["fences", "```\n".repeat(many / 4)],
  ["front matter", `---\n${"a: [".repeat(10_000)}\n---\n`],
  ["keys", `---\n${"a: 1\n".repeat(15_000)}---\n`],
  ["headings", "# a {#\n".repeat(many / 7)],
  ["headings to read", "# *a [b\n".repeat(many / 8)],
  ["anchors", "[a](#b)\n".repeat(many / 8)],
  ["everything open", "---\na: 1\n<A b={`\n> - [x](\n```\n"],
])(
  "a hostile page of %s is reported and never thrown on",
  async (_, content) => {
    for (const name of ["page.md", "page.mdx"]) {
      const found = await newPage(content, name);
      expect(found.length).toBeLessThanOrEqual(2_001);
      expect(found.every((line) => line.length < 1_000)).toBe(true);
    }
  },
  60_000,
);
