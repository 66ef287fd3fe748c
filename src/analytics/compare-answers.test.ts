import { expect, test } from "vitest";
import { type Answered, compareAnswers } from "./compare-answers.ts";

const cited = (path: string, quote: string) => ({ path, heading: "Part", quote });
const answer = (text: string, ...citations: Answered["citations"]): Answered => ({
  text,
  citations,
});

test("the same answer has no difference, whatever numbers its citations have", () => {
  const before = answer("Run it [1]. Stop it [2].", cited("a.md", "Run"), cited("b.md", "Stop"));
  const after = answer("Run it [3].  Stop it [1].", cited("a.md", "Run"), cited("b.md", "Stop"));
  expect(compareAnswers(before, after)).toEqual({ sentences: [], citations: [] });
});

test("sentences are added, removed or changed", () => {
  const before = answer("First stays. Wait 30 seconds before the next try. Gone entirely.");
  const after = answer("New at the top. First stays. Wait 60 seconds before the next try.");
  expect(compareAnswers(before, after).sentences).toEqual([
    { after: "New at the top." },
    {
      before: "Wait 30 seconds before the next try.",
      after: "Wait 60 seconds before the next try.",
    },
    { before: "Gone entirely." },
  ]);
});

test("citations are added, removed or changed in what they quote", () => {
  const before = answer("", cited("a.md", "old words"), cited("b.md", "gone"));
  const after = answer("", cited("a.md", "new words"), cited("c.md", "come"));
  expect(compareAnswers(before, after).citations).toEqual([
    { before: cited("a.md", "old words"), after: cited("a.md", "new words") },
    { before: cited("b.md", "gone") },
    { after: cited("c.md", "come") },
  ]);
});

test("an empty answer and a very long one are compared all the same", () => {
  const long = Array.from({ length: 5_000 }, (_, index) => `Sentence number ${index} is here.`);
  expect(compareAnswers(answer(""), answer(long.join(" "))).sentences).toHaveLength(500);
  expect(compareAnswers(answer(long.join(" ")), answer("")).sentences).toHaveLength(500);
});
