import type { AnswerPassage, AnswerRecord, AnswerTimings } from "../../store/answers/answers.ts";
import type { Desk } from "../answer/desk.ts";
import type { Outcome } from "../answer/write.ts";

/** Everything that is kept of an answer: enough to judge it, and to give it again. */
export function recordOf(written: {
  desk: Desk;
  outcome: Outcome;
  text: string;
  suggestions: string[];
  timings: AnswerTimings;
}): AnswerRecord {
  const { desk, outcome, text, suggestions, timings } = written;
  return {
    state: outcome.state,
    text,
    model: desk.model().id,
    passages: recordedPassages(desk),
    citations: desk.sanitiser().citations(),
    error: outcome.error,
    suggestions,
    timings,
  };
}

/** What search found for the question, and behind it what the model's tools have shown it. */
function recordedPassages({ found, passages }: Desk): AnswerPassage[] {
  const scores = new Map(found.hits.map(({ passage, score }) => [passage.id, score]));
  const ids = new Set(scores.keys());
  const shown = passages.list.filter((passage) => !ids.has(passage.id));
  return [...found.hits.map(({ passage }) => passage), ...shown].map(
    ({ id, path, startLine, endLine }) => ({
      id,
      path,
      startLine,
      endLine,
      score: scores.get(id) ?? 0,
    }),
  );
}
