import type { Citation, Outcome } from "../../contract/answer-events.ts";
import type { Rating } from "../../contract/insights/feedback.ts";
import type { Database } from "../database.ts";

export type FirstQuestion = {
  question: string;
  outcome: Outcome | "";
  rating: Rating | "";
  citations: Citation[];
};

/** The newest questions of readers with which a conversation began: what leans on an earlier one says nothing alone. */
export async function firstQuestions(
  db: Database,
  { projectId, from, most }: { projectId: string; from: string; most: number },
): Promise<FirstQuestion[]> {
  const rows = await db
    .selectFrom("askedQuestions")
    .innerJoin("answers", "answers.id", "askedQuestions.answerId")
    .select(["answers.question", "answers.threadId", "answers.citations"])
    .select(["askedQuestions.answerOutcome", "askedQuestions.rating"])
    .where("askedQuestions.projectId", "=", projectId)
    .where("askedQuestions.keyId", "!=", "")
    .where("askedQuestions.askedAt", ">=", from)
    .orderBy("askedQuestions.askedAt", "desc")
    .limit(most)
    .execute();
  const first = new Map<string, FirstQuestion>();
  for (const { threadId, question, citations, answerOutcome, rating } of rows)
    first.set(threadId, { question, citations, outcome: answerOutcome, rating });
  return [...first.values()];
}
