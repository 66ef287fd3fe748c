import type { Citation } from "../src/contract/answer-events.ts";
import type { GateEffect, GateResult, SideAnswer } from "../src/contract/gate.ts";

/** A citation of a page. */
export function citationOf(path: string, quote = "It says so."): Citation {
  return {
    ...{ n: 1, path, title: "Limits", heading: "Topics", url: `http://docent.test/${path}` },
    ...{ startLine: 3, endLine: 4, quote, revision: "rev_1", supported: true },
  };
}

export const declined: SideAnswer = {
  outcome: "declined",
  text: "Not in the docs.",
  citations: [],
};

export function answeredFrom(path: string, text = "Ten topics. [1]"): SideAnswer {
  return { outcome: "answered", text, citations: [citationOf(path)] };
}

/** A question as it was answered on two sides of a change. */
export function resultOf(
  question: string,
  after: SideAnswer,
  more: Partial<GateResult> & { effects?: GateEffect[] } = {},
): GateResult {
  return {
    ...{ question, pages: [], words: [], unanswered: false, asked: 0, line: 0 },
    ...{ before: declined, after, effects: [], reasons: [], isSame: false },
    ...more,
  };
}
