import { expect, test } from "vitest";
import { parsePage } from "../../docs/page/parse-page.ts";
import { chunk } from "./chunk.ts";

const passages = (source: string) => chunk(parsePage(source, "md"), source);
const wordsIn = (text: string) => text.split(/\s+/).length;
const numbers = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `${word}${index}`);

test("a huge paragraph on one line is cut between sentences, on its one line", () => {
  const all = numbers(30_000, "The sentence number x").map((text) => `${text} ends.`);
  const found = passages(`# Title\n\n${all.join(" ")}`);
  expect(found.length).toBeGreaterThan(100);
  for (const { text, content, startLine, endLine } of found) {
    expect(wordsIn(text)).toBeLessThan(1200);
    expect(content.length).toBeLessThan(20_000);
    expect(text).toMatch(/ends\.$/);
    expect([1, 3]).toContain(startLine);
    expect(endLine).toBe(3);
  }
  expect(found.map(({ text }) => text).join(" ")).toBe(`Title\n${all.join(" ")}`);
});

test("a huge paragraph of many lines is cut between lines that stay exact", () => {
  const lines = numbers(3000, "some words on line ");
  const found = passages(lines.join("\n"));
  expect(found.length).toBeGreaterThan(10);
  let next = 1;
  for (const { startLine, endLine, content } of found) {
    expect(startLine).toBe(next);
    expect(content).toBe(lines.slice(startLine - 1, endLine).join("\n"));
    next = endLine + 1;
  }
  expect(next).toBe(3001);
});

test("a huge table is cut between rows, and each part names the columns", () => {
  const rows = numbers(3000, "v").map((value) => `| ${value} | is \`set\` |`);
  const found = passages(`| Name | Meaning |\n|---|---|\n${rows.join("\n")}`);
  expect(found.length).toBeGreaterThan(10);
  for (const { text, content } of found) {
    expect(text.startsWith("Name")).toBe(true);
    expect(text).toContain("is set");
    expect(content.split("\n").every((line) => line.startsWith("|"))).toBe(true);
  }
});

test("code is cut between lines only beyond six thousand words", () => {
  const code = (lines: number) => `\`\`\`\n${numbers(lines, "call ").join("\n")}\n\`\`\``;
  expect(passages(code(2500))).toHaveLength(1);
  const found = passages(code(10_000));
  expect(found.length).toBeGreaterThan(1);
  for (const { text } of found) expect(wordsIn(text)).toBeLessThanOrEqual(6000);
});

test("text without spaces, a giant heading and a chain of colons have bounds too", () => {
  const blob = passages("x".repeat(2_000_000));
  expect(Math.max(...blob.map(({ text }) => text.length))).toBeLessThan(20_000);
  const heading = passages(`# ${"word ".repeat(50_000)}\n\nText`);
  expect(heading[0]?.text.length).toBeLessThan(2000);
  const chain = passages(
    numbers(20_000, "And then: step ")
      .map((text) => `${text}:`)
      .join("\n\n"),
  );
  expect(Math.max(...chain.map(({ text }) => wordsIn(text)))).toBeLessThan(1400);
});

test("a list of few but huge items is cut between items", () => {
  const items = numbers(20, "item ").map((item) => `- ${item} ${"word ".repeat(150)}\n  end`);
  const found = passages(items.join("\n"));
  expect(found.length).toBeGreaterThan(5);
  for (const { content } of found) {
    expect(content).toMatch(/^- item/);
    expect(content).toMatch(/end$/);
  }
});

test("a header of a table that is as long as the table is said once", () => {
  const cells = Array.from({ length: 2_000 }, (_, index) => `column${index}`).join(" | ");
  const rows = Array.from({ length: 200 }, (_, index) => `| row ${index} has words of its own |`);
  const source = `| ${cells} |\n|${"-|".repeat(2_000)}\n${rows.join("\n")}\n`;
  const found = passages(source);
  expect(found.length).toBeGreaterThan(3);
  expect(
    found.filter(({ text }) => text.includes("row") && text.includes("column7\t")).length,
  ).toBeLessThan(3);
});
