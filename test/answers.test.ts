import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type QuestionSet, scoreAnswers } from "../bench/answers/score.ts";
import { createTestNode } from "./harness.ts";

const docs = new URL("../docs/", import.meta.url);
const set: QuestionSet = JSON.parse(
  readFileSync(new URL("../bench/answers/docent-docs-blind.json", import.meta.url), "utf8"),
);

// Written from the docs alone, after the limits of src/assistant/answer/evidence.ts were set on the other sets.
test("thirty questions about the docs are answered from the right page, ten others are not answered", async () => {
  const pages = Object.fromEntries(
    readdirSync(docs)
      .filter((name) => /\.mdx?$/.test(name))
      .map((name) => [name, readFileSync(new URL(name, docs), "utf8")]),
  );
  const node = await createTestNode({ pages });
  const outcomes = await scoreAnswers(node.assistant.ask, node.project.id, set);
  const wrong = (answerable: boolean) =>
    outcomes
      .filter((outcome) => outcome.expected.length > 0 === answerable && !outcome.right)
      .map(({ question, cited }) => `${question} -> ${cited.join(", ") || "nothing"}`);
  expect(set.answerable).toHaveLength(30);
  expect(set.unanswerable).toHaveLength(10);
  expect(wrong(true).length, wrong(true).join("\n")).toBeLessThanOrEqual(3);
  expect(wrong(false).length, wrong(false).join("\n")).toBeLessThanOrEqual(1);
});
