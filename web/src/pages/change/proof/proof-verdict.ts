import type { GateResult } from "../../../../../src/contract/gate.ts";

/** What a change did to the answer of a question, in words. */
export function proofVerdict({ before, after }: Pick<GateResult, "before" | "after">): string {
  if (after.outcome === "answered")
    return before.outcome === "answered" ? "answered as before" : "now answered";
  if (before.outcome === "answered") return "no longer answered";
  if (after.outcome === "failed") return "could not be asked";
  return after.outcome === "reserve" ? "only with reserve" : "still not answered";
}
