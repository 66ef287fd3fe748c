import { expect, test } from "vitest";
import type { GateResult, SideAnswer } from "../../contract/gate.ts";
import { proofSentence } from "./proof-sentence.ts";
import { withUnasked } from "./with-unasked.ts";

const plain = { pages: [], words: [], unanswered: false, asked: 0, line: 0 };
const questions = ["How many topics?", "How many keys?", "how many topics"].map((question) => ({
  ...plain,
  question,
}));

test("a proof does not claim questions that it had no room to ask", () => {
  const answered: SideAnswer = { outcome: "answered", text: "Ten.", citations: [] };
  const declined: SideAnswer = { outcome: "declined", text: "", citations: [] };
  const first: GateResult = {
    ...{ ...plain, question: "How many topics?", before: declined, after: answered },
    ...{ effects: ["gained"], reasons: [], isSame: false },
  };
  expect(proofSentence(withUnasked(questions, [first]))).toBe(
    '1 of 2 questions now answered; "How many keys?" could not be asked',
  );
});
