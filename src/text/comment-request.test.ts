import { expect, test } from "vitest";
import { commentRequest, withoutCommentQuotes } from "./comment-request.ts";

const asked = { who: "ada", number: 12, where: "", text: 'replace "a" with "b"\n\n> quoted' };

test("requests of comments are read as their writers worded them", () => {
  const first = commentRequest(asked);
  const where = ', about line 3 of "docs/a.md" as it was before';
  const second = commentRequest({ ...asked, where, text: "repair links" });
  expect(withoutCommentQuotes(first)).toBe(asked.text);
  expect(withoutCommentQuotes(`${first}\n\n${second}\n\nAnd go.`)).toBe(
    `${asked.text}\n\n\nrepair links\n\nAnd go.`,
  );
});

test("what only looks like one stays as it is", () => {
  for (const text of [
    'Add a section "A":\n\n> quoted',
    "ada wrote on pull request 12:\n\nnot quoted",
    "ada wrote on pull request 12:\n> no line between",
    `${"x".repeat(700)} wrote on pull request 12:\n\n> go`,
  ])
    expect(withoutCommentQuotes(text)).toBe(text);
});
