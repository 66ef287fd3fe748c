import { expect, test } from "vitest";
import { markColumns } from "./code-token.ts";
import { highlightLines } from "./highlight-lines.ts";
import { type Language, languageOfPath } from "./language.ts";

const samples: [Language, string][] = [
  ["script", 'const a = `x $ y`; // end\n/* one\ntwo */ new Map("\\"", 1.5)'],
  ["json", '{ "a": [1, true, "b: \\"c"], "d" : null }'],
  ["yaml", "---\ntitle: 'It''s' # why\nlist: [1, true]\n- a-b-c: \"x\""],
  ["markdown", "# T\n> q `c` **b** [t](u) <A b='c'>\n```ts\nconst a = 1\n```\n- x"],
  ["plain", "anything <b> at all"],
];

test.each(samples)("%s loses and adds no character", (language, source) => {
  const lines = source.split("\n");
  const back = highlightLines(lines, language, { isFileStart: true }).map((tokens) =>
    tokens.map((token) => token.text).join(""),
  );
  expect(back).toEqual(lines);
});

test("every token stands at the column it says", () => {
  for (const [language, source] of samples) {
    const lines = source.split("\n");
    highlightLines(lines, language).forEach((tokens, row) => {
      for (const { at, text } of tokens) {
        expect(lines[row]?.slice(at, at + text.length)).toBe(text);
      }
    });
  }
});

test("a comment that spans lines stays a comment", () => {
  expect(kinds("script", "/* a\nconst b\nc */ const")).toEqual([
    ["comment"],
    ["comment"],
    ["comment", "", "keyword"],
  ]);
});

test("code in a fence is coloured by its own language, and text after it is not", () => {
  expect(kinds("markdown", "```json\n{}\n```\nconst x")).toEqual([
    ["punctuation"],
    ["punctuation"],
    ["punctuation"],
    [""],
  ]);
  expect(kinds("markdown", "```ts\nconst\n```")[1]).toEqual(["keyword"]);
});

test("front matter is read as such only at the start of a file", () => {
  const source = "---\ntitle: a\n---";
  expect(kinds("markdown", source, true)[1]).toContain("property");
  expect(kinds("markdown", source)[1]).not.toContain("property");
});

test.each([
  ["script", "`".repeat(1_999)],
  ["script", "/*".repeat(999)],
  ["markdown", "[".repeat(1_999)],
  ["markdown", "<a".repeat(999)],
  ["markdown", "**a ".repeat(499)],
  ["markdown", "[](".repeat(660)],
  ["yaml", "a-".repeat(999)],
  ["json", '"\\'.repeat(999)],
] satisfies [Language, string][])("%s is quick on %s", (language, line) => {
  const started = performance.now();
  highlightLines(Array<string>(50).fill(line), language);
  expect(performance.now() - started).toBeLessThan(1_500);
});

test("very long lines are left plain", () => {
  const line = `const ${"a".repeat(3_000)}`;
  expect(highlightLines([line], "script")).toEqual([[{ text: line, kind: "", at: 0 }]]);
});

test("columns are marked across tokens", () => {
  const marked = markColumns(
    [
      { text: "abc", kind: "", at: 0 },
      { text: "def", kind: "string", at: 3 },
    ],
    2,
    4,
  );
  expect(marked.map(({ text, isMarked }) => [text, isMarked ?? false])).toEqual([
    ["ab", false],
    ["c", true],
    ["d", true],
    ["ef", false],
  ]);
});

test("the ending of a path tells its language", () => {
  expect(languageOfPath("docs/keys.MDX")).toBe("markdown");
  expect(languageOfPath("a/constructor")).toBe("plain");
  expect(languageOfPath("Makefile")).toBe("plain");
});

function kinds(language: Language, source: string, isFileStart = false) {
  return highlightLines(source.split("\n"), language, { isFileStart }).map((tokens) =>
    tokens.map((token) => token.kind),
  );
}
