import type { Generated } from "kysely";
import type { Outcome } from "../contract/answer-events.ts";
import type { Rating } from "../contract/insights/feedback.ts";

/** What lists and figures ask of a question, in rows short enough to count a hundred thousand of them. */
export type QuestionTables = {
  /** One for each answer that counts: what was asked of a branch has none. */
  askedQuestions: {
    /** Number of the words that it is found by. */
    seq: Generated<number>;
    answerId: string;
    projectId: string;
    /** "" when no key was used. */
    keyId: string;
    askedAt: string;
    state: "streaming" | "answered" | "unanswered" | "cut" | "refused" | "failed";
    answerOutcome: Outcome | "";
    rating: Generated<Rating | "">;
    model: string;
    firstTokenMs: number | null;
    totalMs: number | null;
  };
  /** The pages that an answer cites, each once. */
  citedPages: {
    seq: number;
    projectId: string;
    path: string;
    keyId: string;
    askedAt: string;
  };
};
