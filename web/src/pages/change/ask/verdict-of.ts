import type { Outcome } from "../../../../../src/contract/answer-events.ts";
import type { ShownDifference } from "../../../../../src/contract/insights/answer-difference.ts";

type Sides = {
  now: Outcome | undefined;
  after: Outcome | undefined;
  difference: ShownDifference;
};

/** What the change does to the answer, in one sentence. */
export function verdictOf({ now, after, difference }: Sides): string {
  if (now === "declined" && after !== "declined")
    return "Readers get an answer that they do not get now.";
  if (now !== "declined" && after === "declined") return "Readers lose this answer.";
  if (now === "declined") return "The docs do not answer this, now or after merging.";
  const { sentences, citations } = difference;
  if (sentences.length === 0 && citations.length === 0) return "The answer stays the same.";
  return sentences.length === 0
    ? "The answer says the same and rests on other passages."
    : "The answer changes.";
}
