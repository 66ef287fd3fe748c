import { expect, test } from "vitest";
import { readQuestions } from "./read-questions.ts";

test("a question may be a text, or say what its answer has to keep to", () => {
  const { questions, faults } = readQuestions(`questions:
  - How do I revoke a key?
  - question: How long is a message kept?
    pages: guides/limits.mdx
    words: [30, "days"]
  # Not our docs.
  - question: What is the weather in Oslo?
    unanswered: true
`);
  expect(faults).toEqual([]);
  const plain = { pages: [], words: [], unanswered: false, asked: 0 };
  expect(questions).toEqual([
    { ...plain, question: "How do I revoke a key?", line: 2 },
    {
      ...plain,
      question: "How long is a message kept?",
      pages: ["guides/limits.mdx"],
      words: ["30", "days"],
      line: 3,
    },
    { ...plain, question: "What is the weather in Oslo?", unanswered: true, line: 7 },
  ]);
});

test("a list by itself is enough, and an empty file has no question", () => {
  expect(readQuestions("- What is it?\n").questions).toHaveLength(1);
  expect(readQuestions("").faults).toEqual([
    { line: 1, message: expect.stringContaining("a list of questions") },
  ]);
});

test.each([
  ["- a: b", 1, 'The key "a" is not known'],
  ["- question: x\n  page: y", 2, 'The key "page" is not known'],
  ["- question: ''", 1, "There is no question."],
  ["- What?\n- what", 2, "It is asked on line 1 already."],
  ["- question: x\n  unanswered: 'no'", 2, "true or false"],
  ["- question: x\n  unanswered: true\n  words: y", 1, "neither pages nor words"],
  ["- question: x\n  pages:\n    - {a: b}", 3, "a text, or a list of texts"],
  ["- [x]", 1, "A question is a text"],
  ["other:\n  - x", 1, "there is only questions"],
  ["questions: x", 1, "a list of questions"],
  ["- x: [", 1, "The file is not YAML"],
  ["- &a x\n- *a", 0, "A question is a text"],
  [`- ${"x".repeat(2_001)}`, 1, "longer than 2000 characters"],
])("%j has a fault on line %i", (text, line, message) => {
  const { faults } = readQuestions(text);
  expect(faults[0]?.message).toContain(message);
  if (line > 0) expect(faults[0]?.line).toBe(line);
});

test("hostile files are refused in no time", () => {
  const deep = `- ${"[".repeat(100_000)}`;
  const aliases = `- &a [x, x]\n${Array.from({ length: 40 }, (_, at) => `- &a${at} [*a, *a]`).join("\n")}`;
  const many = Array.from({ length: 20_000 }, (_, at) => `- q${at}`).join("\n");
  for (const text of [
    deep,
    aliases,
    many,
    "x".repeat(3_000_000),
    "- ".repeat(100_000),
    "- a\0b\n- a\0b",
  ]) {
    const { questions, faults } = readQuestions(text);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.length).toBeLessThanOrEqual(200);
    expect(questions.length).toBeLessThanOrEqual(10_000);
  }
});
