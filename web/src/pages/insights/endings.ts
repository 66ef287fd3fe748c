import type { Figures } from "../../../../src/contract/insights/analytics.ts";

/** How questions ended, each in one of four ways. */
export type Endings = { answered: number; reserve: number; unanswered: number; other: number };

type Counted = Pick<Figures, "questions" | "answered" | "unanswered" | "reserve">;

/** Answers with reserve are among the unanswered as they are counted; here each stands for itself. */
export function endings({ questions, answered, unanswered, reserve }: Counted): Endings {
  const nearly = Math.min(reserve, unanswered);
  return {
    answered,
    reserve: nearly,
    unanswered: unanswered - nearly,
    other: questions - answered - unanswered,
  };
}
