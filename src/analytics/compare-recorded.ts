import { type Actor, mayNameRefs, permitReading } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { findAnswer } from "../store/answers/answers.ts";
import type { Database } from "../store/database.ts";
import { type AnswerDifference, compareAnswers } from "./compare-answers.ts";

type Input = {
  projectId: string;
  /** Of the answers, or of the messages that hold them. */
  before: string;
  after: string;
};

/** What is different between two answers of a project. */
export async function compareRecorded(
  { db }: { db: Database },
  actor: Actor,
  { projectId, before, after }: Input,
): Promise<AnswerDifference> {
  permitReading(actor, projectId);
  const [old, fresh] = [
    await findAnswer(db, { projectId, id: before }),
    await findAnswer(db, { projectId, id: after }),
  ];
  const isHidden = [old, fresh].some((answer) => answer?.ref) && !mayNameRefs(actor);
  if (old && fresh && !isHidden) return compareAnswers(supportedOf(old), supportedOf(fresh));
  throw new AppError("not_found", "There is no such answer in this project.");
}

/** Only what stands in the text counts, not what was dropped from it. */
function supportedOf<Answer extends { text: string; citations: Cited[] }>(answer: Answer) {
  return { text: answer.text, citations: answer.citations.filter(({ supported }) => supported) };
}

type Cited = { path: string; heading: string; quote: string; supported: boolean };
