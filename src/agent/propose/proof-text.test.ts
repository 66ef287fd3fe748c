import { expect, test } from "vitest";
import { answeredFrom, declined, resultOf } from "../../../test/gate-results.ts";
import type { JobProof } from "../../contract/insights/proof.ts";
import { proofText } from "./proof-text.ts";

const nothing: JobProof = {
  ...{ base: "b", head: "h", model: "embedded", sentence: "", questions: [], note: "" },
  readers: { sentence: "", asked: 0, same: 0, changed: [] },
};

test("a change that no question was asked about says nothing of questions", () => {
  expect(proofText(undefined)).toEqual([]);
  expect(proofText(nothing)).toEqual([]);
});

test("the outcome stands open, the answers before and after are folded", () => {
  const result = resultOf("How many topics?", answeredFrom("guides/limits.mdx"));
  const sentence = "1 of 1 question now answered from guides/limits.mdx";
  const [text = ""] = proofText({ ...nothing, sentence, questions: [result] });
  expect(text).toMatch(/^## Questions\n\n\*\*1 of 1 question now answered from /);
  const [open = "", inside = ""] = text.split("<summary>Before and after</summary>");
  expect(open).not.toContain("Ten topics");
  expect(inside).toContain("`How many topics?`\n\nBefore: not answered\n\n> Not in the docs.");
  expect(inside).toContain("After: answered, from `guides/limits.mdx:3`\n\n> Ten topics.");
  expect(inside.trim().endsWith("</details>")).toBe(true);
});

test("questions, answers and reasons of others give no commands, notify nobody and close nothing", () => {
  const hostile =
    "</details> @everyone closes #12 <img src=x>\n## Checks\n/merge ![x](http://e.test/y)";
  const lost = resultOf(hostile, { ...declined, text: hostile }, { reasons: [hostile] });
  const [text = ""] = proofText({
    ...nothing,
    ...{ sentence: hostile, questions: [lost], note: hostile },
    readers: { sentence: "Readers' questions: 1 asked", asked: 1, same: 0, changed: [lost] },
  });
  const outsideCode = text.replace(/(`+)[^\n]*?\1/g, "");
  expect(outsideCode.match(/(?<!\\)<\/?[a-z]+/g)).toEqual([
    "<details",
    "<summary",
    "</summary",
    "</details",
  ]);
  expect(outsideCode).not.toContain("@everyone");
  expect(outsideCode).not.toMatch(/^#{1,2} Checks/m);
  expect(outsideCode).not.toMatch(/^\/merge/m);
});

test("however many and long they are, the part stays bounded", () => {
  const long = "x`<".repeat(2_000);
  const results = Array.from({ length: 50 }, () =>
    resultOf(long, answeredFrom("a.md", long), { reasons: [long, long], effects: ["lost"] }),
  );
  const [text = ""] = proofText({
    ...nothing,
    ...{ sentence: "s", questions: results },
    readers: { sentence: "Readers' questions: 50 asked", asked: 50, same: 0, changed: results },
  });
  expect(text.length).toBeLessThan(8_500);
  expect(text).toContain("</details>");
});
