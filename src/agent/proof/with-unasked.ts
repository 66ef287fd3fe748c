import type { GateQuestion, GateResult, SideAnswer } from "../../contract/gate.ts";
import { questionKey } from "../../gate/questions/question-key.ts";

const failed: SideAnswer = { outcome: "failed", text: "", citations: [] };

/** The results with those questions among them that a budget left no room for: a proof counts all that it was to ask. */
export function withUnasked(questions: GateQuestion[], results: GateResult[]): GateResult[] {
  const known = new Map(results.map((result) => [questionKey(result.question), result]));
  for (const question of questions) {
    const key = questionKey(question.question);
    const unasked = { before: failed, after: failed, effects: [], reasons: [], isSame: false };
    if (!known.has(key)) known.set(key, { ...question, ...unasked });
  }
  return [...known.values()];
}
