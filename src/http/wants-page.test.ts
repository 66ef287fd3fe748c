import { expect, test } from "vitest";
import { wantsMarkdown, wantsPage } from "./wants-page.ts";

test.each([
  ["text/markdown", true],
  ["Text/Markdown; charset=utf-8", true],
  ["text/markdown, text/html, */*", true],
  ["text/html;q=0.9, text/markdown", true],
  ["text/markdown;q=0.5, text/html", false],
  ["text/markdown;q=0", false],
  ["text/markdown;q=x", false],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false],
  ["*/*", false],
  ["text/markdownish", false],
  ["", false],
])("Accept: %s wants Markdown: %s", (accept, wanted) => {
  expect(wantsMarkdown(new Request("http://docent.test/", { headers: { accept } }))).toBe(wanted);
});

test.each([
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true],
  ["Text/HTML", true],
  ["application/json, text/html;q=0.5", false],
  ["application/json, text/html", false],
  ["text/html;q=0", false],
  ["*/*", false],
  ["text/event-stream", false],
  ["", false],
  [null, false],
])("Accept: %s wants a page: %s", (accept, wanted) => {
  expect(wantsPage("GET", accept)).toBe(wanted);
  expect(wantsPage("HEAD", accept)).toBe(wanted);
  expect(wantsPage("POST", accept)).toBe(false);
});
