import { expect, test } from "vitest";
import { locateQuote, readQuotedSource } from "./locate-quote.ts";

const locate = (statement: string, content: string, startLine = 10) =>
  locateQuote(statement, readQuotedSource({ content, startLine }));

test("a sentence on one line is found there", () => {
  const content = "# Keys\n\nA key lets a program in.\n\nKeys expire after a year.";
  expect(locate("Keys expire after a year.", content)).toEqual({
    text: "Keys expire after a year.",
    startLine: 14,
    endLine: 14,
  });
});

test("a hard-wrapped sentence spans its lines", () => {
  const content =
    "Intro.\n\nA key lets a program\ncall the service until it\nexpires. Then it stops.";
  expect(locate("A key lets a program call the service until it expires.", content)).toMatchObject({
    startLine: 12,
    endLine: 14,
  });
});

test("one of several sentences on a line is found on that line", () => {
  const content = "One comes first. Two comes second. Three comes third.\nFour comes last.";
  expect(locate("Two comes second.", content)).toMatchObject({ startLine: 10, endLine: 10 });
  expect(locate("Three comes third. Four comes last.", content)).toMatchObject({
    startLine: 10,
    endLine: 11,
  });
});

test("case, emphasis and punctuation do not matter", () => {
  const content = "Text.\nUse the **`--force`** flag, _never_ `-f`!";
  expect(locate("use the --force flag; never -f", content)).toMatchObject({ startLine: 11 });
});

test("items of a list are found whatever their bullets and numbers", () => {
  const content = "Steps:\n\n1. Install the tool.\n2. Make a new key.\n3. Start the server.";
  expect(locate("- Install the tool.\n- Make a new key.", content)).toMatchObject({
    startLine: 12,
    endLine: 13,
  });
  expect(locate("4. Start the server.", content)).toMatchObject({ startLine: 14, endLine: 14 });
});

test("rows of a table are found", () => {
  const content =
    "| Name | Use |\n|---|---|\n| `PORT` | The port to use |\n| `HOST` | The host name |";
  expect(locate("| Name | Use |\n|---|---|\n| `HOST` | The host name |", content)).toEqual({
    text: content,
    startLine: 10,
    endLine: 13,
  });
  expect(locate("| `HOST` | The host name |", content)).toMatchObject({ startLine: 13 });
});

test("a code block is found with its short lines", () => {
  const content = "Run:\n\n```bash\ncd acme\nnpm install acme tools\nls\n```\n\nThen run it. ls";
  expect(locate("```bash\ncd acme\nnpm install acme tools\nls\n```", content)).toMatchObject({
    startLine: 12,
    endLine: 15,
  });
});

test("links count with their text alone, on both sides", () => {
  const content = "Intro.\nSee the [quick start](/start#now) before you begin & go on.";
  expect(locate("See the quick start before you begin & go on.", content)).toMatchObject({
    startLine: 11,
    endLine: 11,
  });
  expect(
    locate("See the [quick start](https://e.example) before you begin", content),
  ).toMatchObject({ startLine: 11 });
});

test("a short line that stands in many places does not widen the range", () => {
  const far = "filler line here\n".repeat(20);
  const content = `Note\n\n${far}\nNote\n\nTokens are valid for an hour.`;
  expect(locate("Note\n\nTokens are valid for an hour.", content)).toMatchObject({
    startLine: 33,
    endLine: 35,
  });
});

test("a statement of few words is still found", () => {
  expect(locate("Yes.", "No.\nYes.")).toMatchObject({ startLine: 11, endLine: 11 });
});

test("a statement in other words gets the line closest to it", () => {
  const content = "# Limits\n\nEach project holds ten keys.\nRequests are limited per minute.";
  expect(locate("You may send a limited number of requests every minute.", content)).toEqual({
    text: "Requests are limited per minute.",
    startLine: 13,
    endLine: 13,
  });
});

test("a statement that shares nothing gets the whole passage", () => {
  expect(locate("Bananas?", "One line.\nAnother line.")).toMatchObject({
    startLine: 10,
    endLine: 11,
  });
  expect(locate("", "")).toEqual({ text: "", startLine: 10, endLine: 10 });
});

test("line ends of Windows are no part of a word", () => {
  const content = "One line.\r\nAnother good line.\r\n";
  expect(locate("Another good line.", content)).toEqual({
    text: "Another good line.",
    startLine: 11,
    endLine: 11,
  });
});

test("a long quote is cut, and not in the middle of a character", () => {
  const { text } = locate("word 😀", `word ${"😀".repeat(400)}`);
  expect(text.length).toBeLessThanOrEqual(401);
  expect(text.endsWith("…")).toBe(true);
  expect(text.isWellFormed()).toBe(true);
});

test("hostile passages are searched in bounded time", () => {
  locate("The foo bar is set.", `\`\`\`\n${"\n".repeat(500_000)}\`\`\``);
  locate(`${"a ".repeat(2_000)}b\n`.repeat(100), `${"a ".repeat(1_000)}\n`.repeat(300));
  locate("alpha beta", "word [link](x) `code`\n".repeat(50_000));
  locate("alpha beta gamma", "[".repeat(100_000));
});
