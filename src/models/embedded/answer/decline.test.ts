import { expect, test } from "vitest";
import type { EmbeddedInput } from "./answer-input.ts";
import { composeAnswer } from "./compose-answer.ts";
import { decline } from "./decline.ts";

function input(more: Partial<EmbeddedInput>): EmbeddedInput {
  return {
    question: "How do I bake a chocolate cake?",
    earlier: [],
    evidence: "none",
    passages: [],
    nearest: [],
    weights: {},
    unknown: [],
    ...more,
  };
}

test("no evidence declines even when passages are there", () => {
  const passages = [
    {
      n: 1,
      path: "a",
      title: "A",
      headings: [],
      anchor: "",
      startLine: 1,
      content: "Cakes are baked.",
      score: 1,
    },
  ];
  expect(composeAnswer(input({ passages }))).toBe(
    "This documentation does not seem to cover that, so I cannot answer it from here.",
  );
});

test("words that no page has are named, neighbours together", () => {
  expect(decline(input({ unknown: ["bake", "chocol", "cake"] }))).toBe(
    "I found nothing about “bake” or “chocolate cake” in this documentation, so I cannot answer this from it.",
  );
});

test("words that the docs have are not called unknown", () => {
  expect(decline(input({ unknown: ["chocol"] }))).toContain("about “chocolate” in");
});

test("at most three distinct pages are named as links", () => {
  const nearest = ["Keys", "Keys", "Ports", "Data", "Logs"].map((title) => ({
    title,
    url: `/${title}`,
  }));
  expect(decline(input({ nearest }))).toMatch(
    /are:\n\n- \[Keys\]\(\/Keys\)\n- \[Ports\]\(\/Ports\)\n- \[Data\]\(\/Data\)$/,
  );
});

test("single page is named in a sentence", () => {
  expect(
    decline(input({ nearest: [{ title: "Keys", url: "https://docs.example.com/keys" }] })),
  ).toContain("The nearest page is [Keys](https://docs.example.com/keys).");
});

test("title cannot break out of its link or pass for a marker", () => {
  const nearest = [
    { title: "a](javascript:alert(1)) [b", url: "/a (b)" },
    { title: "3", url: "/3" },
    { title: "Script", url: "javascript:alert(1)" },
  ];
  const text = decline(input({ nearest }));
  expect(text).toContain("- [a\\](javascript:alert(1)) \\[b](/a%20%28b%29)");
  expect(text).not.toContain("[3]");
  expect(text).not.toContain("Script");
});
