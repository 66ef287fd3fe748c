import { expect, test } from "vitest";
import {
  blockQuote,
  codeSpan,
  escapeLine,
  fenceAround,
  linkTarget,
  oneLine,
  shortLine,
} from "./markdown-writing.ts";

test.each([
  ["Create a key", "Create a key"],
  ["one\n\n# two\r\nthree\u2028four", "one # two three four"],
  ["](https://evil.example) [x", "\\](https://evil.example) \\[x"],
  ["<script>alert(1)</script>", "\\<script>alert(1)\\</script>"],
  ["`code` *bold* a_b _c_ \\", "\\`code\\` \\*bold\\* a_b \\_c\\_ \\\\"],
  ["# heading", "\\# heading"],
  ["- item", "\\- item"],
  ["1. item", "1\\. item"],
  ["> quote", "\\> quote"],
  ["a\0b", "a b"],
  ["   ", ""],
])("%j becomes the line %j", (text, line) => {
  expect(escapeLine(text)).toBe(line);
});

test("no address ends the link it stands in", () => {
  expect(linkTarget("https://d.example/a(b) <c>")).toBe("https://d.example/a%28b%29%20%3Cc%3E");
});

test("whatever an address may not hold is written so that it is read back", () => {
  const odd = "\t\n <>()|\\`*{}\u0085\u00a0\u1680\u2003\u2028\u3000\ufeff";
  const target = linkTarget(`/a/${odd}b`);
  expect(target).not.toMatch(/[\s<>()|\\`*{}]/);
  expect(decodeURIComponent(target)).toBe(`/a/${odd}b`);
});

test("a line holds no line end, no control character and no half of a character", () => {
  expect(oneLine(" a\r\n\tb\u0085c\0d \ud83d")).toBe("a b c d \ufffd");
});

test("a long line is cut at a word, and a long word inside", () => {
  expect(shortLine("one two three", 20)).toBe("one two three");
  expect(shortLine("one two three", 10)).toBe("one two…");
  expect(shortLine("x".repeat(1_000_000), 10)).toBe(`${"x".repeat(9)}…`);
  expect(shortLine(`${"x".repeat(8)}😀😀`, 10).isWellFormed()).toBe(true);
});

test.each([
  ["a.md", "`a.md`"],
  ["a `b` c", "``a `b` c``"],
  ["`b`", "`` `b` ``"],
  ["a\n  b", "`a b`"],
  ["", ""],
])("%j as code is %j", (text, span) => {
  expect(codeSpan(text)).toBe(span);
});

test("the fence around code is longer than any in it", () => {
  expect(fenceAround("x", "js")).toBe("```js\nx\n```");
  expect(fenceAround("````\nx\n````")).toBe("`````\n````\nx\n````\n`````");
});

test("every line of a block quote is marked", () => {
  expect(blockQuote("a\n\nb")).toBe("> a\n>\n> b");
});
