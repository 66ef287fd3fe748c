import { expect, test } from "vitest";
import type { Citation } from "../../../../src/contract/answer-events.ts";
import { jobInstruction, textWithSources } from "./answer-text.ts";

const cited: Citation = {
  ...{ n: 1, path: "keys.mdx", title: "Keys [beta]", heading: "Revoke", supported: true },
  ...{ url: "https://acme.com/keys(v2)#revoke", startLine: 3, endLine: 9 },
  ...{ quote: "Name it.", revision: "rev_1" },
};

test("an answer is copied with its sources as numbered links", () => {
  expect(textWithSources("Revoke it [1].\n", [cited])).toBe(
    "Revoke it [1].\n\nSources:\n\n1. [Keys \\[beta\\] › Revoke](https://acme.com/keys%28v2%29#revoke) `keys.mdx:3-9`\n",
  );
  expect(textWithSources("Hello.", [])).toBe("Hello.");
});

test("an address that does not lead to the web is no link", () => {
  const text = textWithSources("x [1]", [{ ...cited, url: "javascript:alert(1)" }]);
  expect(text).not.toContain("javascript");
});

test("a job is told the question, what is lacking and the pages", () => {
  const text = jobInstruction({
    question: "How do I\nrevoke?",
    text: "Not covered.",
    outcome: "declined",
    citations: [cited, { ...cited, n: 2 }],
  });
  expect(text).toContain("> How do I\n> revoke?");
  expect(text).toContain("do not cover it");
  expect(text.match(/- keys\.mdx/g)).toHaveLength(1);
});
