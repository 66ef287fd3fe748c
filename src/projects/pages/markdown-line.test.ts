import { expect, test } from "vitest";
import { linkTarget, markdownLine } from "./markdown-line.ts";

test.each([
  ["Create a key", "Create a key"],
  ["one\n\n# two\r\nthree\u2028four", "one # two three four"],
  ["](https://evil.example) [x", "\\](https://evil.example) \\[x"],
  ["<script>alert(1)</script>", "\\<script\\>alert(1)\\</script\\>"],
  ["`code` *bold* a_b \\", "\\`code\\` \\*bold\\* a\\_b \\\\"],
  ["# heading", "\\# heading"],
  ["- item", "\\- item"],
  ["\u202egnp.exe", "gnp.exe"],
  ["a\0b", "a b"],
  ["   ", ""],
])("%j becomes the line %j", (text, line) => {
  expect(markdownLine(text)).toBe(line);
});

test("a line is bounded, and cut inside a pair of surrogates it is still text", () => {
  expect(markdownLine("x".repeat(1_000_000))).toHaveLength(1_000);
  expect(markdownLine(`${"x".repeat(999)}😀`).isWellFormed()).toBe(true);
});

test("no address ends the link it stands in", () => {
  expect(linkTarget("https://d.example/a(b) <c>")).toBe("https://d.example/a%28b%29%20%3Cc%3E");
});
