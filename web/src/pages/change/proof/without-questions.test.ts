import { expect, test } from "vitest";
import { withoutQuestions } from "./without-questions.ts";

const questions = "## Questions\n\n**1 of 1.**\n\n<details>\n\n> x\n\n</details>";

test("the part on questions is left out, and what follows it stays", () => {
  expect(
    withoutQuestions(`Intro\n\n## Checks\n\nFine.\n\n${questions}\n\n## Please verify\n\n- x`),
  ).toBe("Intro\n\n## Checks\n\nFine.\n\n## Please verify\n\n- x");
  expect(withoutQuestions(`Intro\n\n${questions}\n\nMade by Docent in session [a](b).`)).toBe(
    "Intro\n\nMade by Docent in session [a](b).",
  );
});

test("a description without it is shown as it is", () => {
  expect(withoutQuestions("Intro\n\n### Questions\n\nSome.")).toBe(
    "Intro\n\n### Questions\n\nSome.",
  );
});
