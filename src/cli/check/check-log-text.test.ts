import { expect, test } from "vitest";
import { logJson, logText } from "./check-log-text.ts";

test.each([
  ["docs/a\n::error file=x::pwned.md", "docs/a\\n::error file=x::pwned.md"],
  ["::error::x.md", "\\x3a:error::x.md"],
  [" \u00a0::error::x.md", " \u00a0\\x3a:error::x.md"],
  ["a##[add-mask]x.md", "a#\\x23[add-mask]x.md"],
  ["###vso[task.x]y", "##\\x23vso[task.x]y"],
  ["a\r\t\u001b[31m\u007f\u009b.md", "a\\r\\t\\x1b[31m\\x7f\\x9b.md"],
  ["a\u2028\u202eb", "a\\u2028\\u202eb"],
  ["a\ud800b", "a\ufffdb"],
  ["docs/std::vector ## Heading é 日本.md", "docs/std::vector ## Heading é 日本.md"],
])("%j is one line without a command", (text, shown) => {
  expect(logText(text)).toBe(shown);
});

test("JSON keeps every character and shows none that a log would drop or obey", () => {
  const value = { path: "a\n\u001b\u007f\u009b\u2028\u202e\\##[add-mask]\ud800é" };
  const text = logJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toMatch(/[^\P{Cc}\n]|\u2028|\u202e|##\[/u);
});

test("a long hostile name is escaped in linear time", () => {
  const name = `${" ".repeat(200_000)}${"#".repeat(200_000)}${"##a".repeat(100_000)}`;
  expect(logText(name)).toBe(name);
});
