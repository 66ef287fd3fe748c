import { expect, test } from "vitest";
import { answeredFrom, declined, resultOf } from "../../../test/gate-results.ts";
import { proofSentence, readersSentence } from "./proof-sentence.ts";

const page = "guides/limits.mdx";

test("the outcome counts what is answered, says from where, and names what is not", () => {
  const answered = ["a", "b", "c", "d"].map((name) => resultOf(name, answeredFrom(page)));
  const open = resultOf("How many topics per account?", declined);
  expect(proofSentence([...answered, open])).toBe(
    '4 of 5 questions now answered from guides/limits.mdx; "How many topics per account?" still is not',
  );
});

test("one question, several pages, and answers with reserve are told as such", () => {
  expect(proofSentence([resultOf("a", answeredFrom(page))])).toBe(
    "1 of 1 question now answered from guides/limits.mdx",
  );
  const both = [resultOf("a", answeredFrom(page)), resultOf("b", answeredFrom("faq.md"))];
  const near = { ...declined, outcome: "reserve" } as const;
  expect(proofSentence([...both, resultOf("c", near)])).toBe(
    '2 of 3 questions now answered from faq.md and another page; "c" only with reserve',
  );
});

test("many open questions are counted, and long ones cut on one line", () => {
  const open = Array.from({ length: 9 }, (_, n) => resultOf(`${n}\n${"x".repeat(500)}`, declined));
  const sentence = proofSentence(open);
  expect(sentence).toMatch(/^0 of 9 questions now answered; .*; and 6 more$/);
  expect(sentence).not.toContain("\n");
  expect(sentence.length).toBeLessThan(600);
});

test("nothing asked is nothing to tell", () => {
  expect(proofSentence([])).toBe("");
  expect(readersSentence([])).toBe("");
});

test("readers' questions are told by what changed in their answers", () => {
  const same = resultOf("a", answeredFrom(page), { before: answeredFrom(page) });
  const lost = resultOf("b", declined, { before: answeredFrom(page), effects: ["lost"] });
  const other = resultOf("c", answeredFrom(page), { effects: ["other-page", "lines-changed"] });
  expect(readersSentence([same])).toBe("Readers' questions: 1 asked, none answered otherwise");
  expect(readersSentence([same, lost, other])).toBe(
    "Readers' questions: 3 asked, 1 no longer answered, 1 answered otherwise",
  );
});
