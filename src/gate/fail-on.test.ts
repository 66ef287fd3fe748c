import { expect, test } from "vitest";
import type { GateResult, SideAnswer } from "../contract/gate.ts";
import { defaultFailOn, gateExitCode } from "./fail-on.ts";

const side: SideAnswer = { outcome: "answered", text: "Ten.", citations: [] };
const result: GateResult = {
  ...{ question: "How many?", pages: [], words: [], unanswered: false, asked: 0, line: 1 },
  ...{ before: side, after: side, effects: [], reasons: [], isSame: false },
};

test("a gate that asked nothing, or not all that it began, does not say that all is well", () => {
  const codeOf = (results: GateResult[], failed = 0, lost = 0, leftExpected = 0) =>
    gateExitCode(
      { results, failed, leftExpected, counts: lost > 0 ? { lost } : {} },
      defaultFailOn,
    );
  expect(codeOf([result])).toBe(0);
  expect(codeOf([result], 1)).toBe(2);
  expect(codeOf([])).toBe(2);
  expect(codeOf([result], 0, 0, 1)).toBe(2);
  expect(codeOf([result], 1, 1)).toBe(1);
});
