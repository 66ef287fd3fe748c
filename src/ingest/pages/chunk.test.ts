import { expect, test } from "vitest";
import { parsePage } from "../../docs/page/parse-page.ts";
import { chunk } from "./chunk.ts";

const words = (count: number, word = "word") => Array(count).fill(word).join(" ");
const passages = (source: string) => chunk(parsePage(source, "mdx"), source);

test("an empty page has no passages", () => {
  expect(passages("")).toEqual([]);
  expect(passages("---\ntitle: Only front matter\n---\n")).toEqual([]);
});

test("a page without headings is one passage", () => {
  expect(passages("Some text.\n\nMore text.\n")).toEqual([
    {
      headings: [],
      anchor: "",
      laterHeadings: [],
      startLine: 1,
      endLine: 3,
      content: "Some text.\n\nMore text.",
      text: "Some text.\nMore text.",
    },
  ]);
});

test("each section is a passage with its heading line, path and anchor", () => {
  const source = `# Page\n\n${words(50)}\n\n## One\n\n${words(50)}\n\n### Deep part\n\n${words(50)}\n`;
  const found = passages(source);
  expect(found.map(({ headings, anchor }) => [headings, anchor])).toEqual([
    [[], ""],
    [["One"], "one"],
    [["One", "Deep part"], "deep-part"],
  ]);
  expect(found[1]?.content).toBe(`## One\n\n${words(50)}`);
  expect(found[1]).toMatchObject({ startLine: 5, endLine: 7 });
});

test("front matter is never inside a passage", () => {
  const [first] = passages("---\ntitle: T\n---\nText");
  expect(first).toMatchObject({ startLine: 4, content: "Text" });
});

test("a first heading that differs from the front matter title stays in the path", () => {
  expect(passages("---\ntitle: T\n---\n# Other\n\nText")[0]?.headings).toEqual(["Other"]);
  expect(passages("---\ntitle: T\n---\n# T\n\nText")[0]?.headings).toEqual([]);
});

test("an explicit id is the anchor", () => {
  const found = passages("## Set up {#install}\n\nText one.\n\n# Other {/* #own */}\n\nText");
  expect(found.map(({ anchor }) => anchor)).toEqual(["", "own"]);
  const named = passages("---\ntitle: T\n---\n## Set up {#install}\n\nText");
  expect(named[0]).toMatchObject({ anchor: "install", headings: ["Set up"] });
});

test("repeated headings have numbered anchors", () => {
  const source = `---\ntitle: T\n---\n## A\n\n${words(50)}\n\n## A\n\n${words(50)}`;
  expect(passages(source).map(({ anchor }) => anchor)).toEqual(["a", "a-1"]);
});

test("a heading without text goes with the section below it", () => {
  const found = passages(`# Page\n\n## Guides\n\n### First\n\n${words(50)}`);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ headings: ["Guides", "First"], anchor: "first", startLine: 1 });
});

test("tiny neighbours under one heading are joined", () => {
  const found = passages("# Page\n\n## A\n\nTiny.\n\n## B\n\nSmall.\n");
  expect(found).toHaveLength(1);
  const tail = passages(`---\ntitle: T\n---\n## A\n\nTiny.\n\n## B\n\nSmall.\n`);
  expect(tail).toHaveLength(1);
  expect(tail[0]).toMatchObject({
    anchor: "a",
    laterHeadings: [{ line: 8, heading: "B", anchor: "b" }],
    startLine: 4,
    endLine: 10,
  });
});

test("tiny sections under different headings stay apart", () => {
  const source = `---\ntitle: T\n---\n## A\n\n${words(50)}\n\n### A1\n\nTiny.\n\n## B\n\n${words(50)}\n\n### B1\n\nTiny.`;
  expect(passages(source).map(({ anchor }) => anchor)).toEqual(["a", "a1", "b", "b1"]);
});

test("a section of normal size is not joined with a tiny one", () => {
  const source = `---\ntitle: T\n---\n## A\n\n${words(60)}\n\n## B\n\nTiny.`;
  expect(passages(source)).toHaveLength(2);
});

test("a long section is cut between blocks into parts of similar size", () => {
  const paragraphs = Array.from({ length: 12 }, (_, n) => words(50, `w${n}`));
  const found = passages(`## Long\n\n${paragraphs.join("\n\n")}`);
  expect(found.length).toBeGreaterThanOrEqual(3);
  for (const { text } of found) {
    const count = text.split(/\s+/).length;
    expect(count).toBeGreaterThanOrEqual(100);
    expect(count).toBeLessThanOrEqual(280);
  }
  expect(found.map(({ text }) => text).join("\n")).toBe(`Long\n${paragraphs.join("\n")}`);
});

test("a code block is never cut and keeps the paragraph before it", () => {
  const code = Array.from({ length: 400 }, (_, n) => `line ${n}`).join("\n");
  const source = `## A\n\n${words(200)}\n\nRun this:\n\n\`\`\`\n${code}\n\`\`\`\n\n${words(100)}`;
  const holder = passages(source).find(({ content }) => content.includes("line 0\n"));
  expect(holder?.content).toContain("Run this:");
  expect(holder?.content).toContain("line 399\n```");
});

test("a table is never cut", () => {
  const rows = Array.from({ length: 200 }, (_, n) => `| a${n} | b${n} |`).join("\n");
  const found = passages(`## T\n\n| A | B |\n|---|---|\n${rows}\n\n${words(100)}`);
  expect(found.filter(({ content }) => /\| a\d/.test(content))).toHaveLength(1);
});

test("a long list is cut between items only", () => {
  const items = Array.from({ length: 70 }, (_, n) => `- ${words(10)}\n  end${n}`);
  const found = passages(`## L\n\nThe list:\n\n${items.join("\n")}`);
  expect(found.length).toBeGreaterThan(2);
  for (const { content } of found.slice(1)) expect(content).toMatch(/^- /);
  for (const { content } of found) expect(content).toMatch(/end\d+$/);
});

test("content is the page's own lines, CRLF included", () => {
  const source = "# T\r\n\r\n<Note>\r\n  Text\r\n</Note>\r\n\r\nEnd\r\n";
  expect(passages(source)[0]).toMatchObject({
    startLine: 1,
    endLine: 7,
    content: "# T\r\n\r\n<Note>\r\n  Text\r\n</Note>\r\n\r\nEnd",
  });
});

test("passages do not overlap and stay in order", () => {
  const source = Array.from(
    { length: 30 },
    (_, n) => `${"#".repeat(1 + (n % 4))} H${n}\n\n${words(n * 9)}\n`,
  ).join("\n");
  let last = 0;
  for (const { startLine, endLine } of passages(source)) {
    expect(startLine).toBeGreaterThan(last);
    expect(endLine).toBeGreaterThanOrEqual(startLine);
    last = endLine;
  }
});
