import type { AnswerInput } from "../../assistant/answer/write.ts";
import { type AttributeValue, placeBelow, type Traces } from "../../lib/telemetry/span.ts";
import type { AnswerRecord } from "../../store/answers/answers.ts";

/** An answer as spans: the whole of it, its search, and the writing, in which citations are checked as they come. */
export function recordAnswer(traces: Traces, record: AnswerRecord, input: AnswerInput): void {
  const { state, outcome, model, timings, citations } = record;
  const endMs = Date.now();
  const { retrievedMs = 0, firstTokenMs = 0, totalMs = 0 } = timings ?? {};
  const startMs = endMs - totalMs;
  const whole = placeBelow(input.place);
  const isFailed = state === "failed";
  const attributes: Record<string, AttributeValue> = {
    "docent.answer_id": input.turn.answerId,
    "docent.project_id": input.project.id,
    "docent.state": state,
    ...(outcome && { "docent.outcome": outcome }),
    "docent.citations": citations.length,
  };
  const span = { kind: "internal", isFailed } as const;
  traces.record({ ...whole, ...span, name: "answer", startMs, endMs, attributes });
  if (!timings) return;
  const searchedMs = startMs + retrievedMs;
  const search = { name: "search", startMs, endMs: searchedMs, isFailed: false };
  traces.record({ ...placeBelow(whole), ...span, ...search, attributes: {} });
  const written = { "gen_ai.request.model": model, "docent.first_token_ms": firstTokenMs };
  const write = { name: "write", startMs: searchedMs, endMs, attributes: written };
  traces.record({ ...placeBelow(whole), ...span, ...write });
}
