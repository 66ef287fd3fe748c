import type { AskDeps } from "../../src/assistant/ask/ask.ts";
import { type Answered, askQuestion } from "./ask-question.ts";

export type AnswerableQuestion = {
  id: string;
  question: string;
  pages: string[];
  fact: string;
  /** Short strings that stand in a good answer, whatever its other words are. */
  facts?: string[] | undefined;
};

export type QuestionSet = {
  name: string;
  answerable: AnswerableQuestion[];
  unanswerable: { id: string; question: string; why: string }[];
};

export type Outcome = Answered & {
  id: string;
  question: string;
  expected: string[];
  facts: string[];
  /** Pages in the order they are cited; none when the question was declined. */
  cited: string[];
  right: boolean;
};

/**
 * Asks every question of the set, each in a thread of its own. An answer is right when the page it cites first is; one
 * with reserve, which names several pages as the nearest, when one of them is.
 */
export async function scoreAnswers(
  deps: AskDeps,
  projectId: string,
  set: QuestionSet,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { id, question, pages, facts = [] } of set.answerable) {
    const answer = await answerOf(deps, projectId, question);
    const judged = answer.direct ? answer.cited.slice(0, 1) : answer.cited;
    const right = judged.some((page) => pages.includes(page));
    outcomes.push({ id, question, expected: pages, facts, ...answer, right });
  }
  for (const { id, question } of set.unanswerable) {
    const answer = await answerOf(deps, projectId, question);
    outcomes.push({ id, question, expected: [], facts: [], ...answer, right: !answer.direct });
  }
  return outcomes;
}

/** One half of a set: `odd` is reported, `even` is for tuning. */
export function halfOf(set: QuestionSet, half: "odd" | "even"): QuestionSet {
  const rest = half === "odd" ? 1 : 0;
  const mine = ({ id }: { id: string }) => Number(id.slice(1)) % 2 === rest;
  return {
    ...set,
    answerable: set.answerable.filter(mine),
    unanswerable: set.unanswerable.filter(mine),
  };
}

/** All facts stand in the text, in capital or small letters and whatever Markdown marks them. */
export function tellsFacts(text: string, facts: string[]): boolean {
  const plain = plainLetters(text);
  return facts.every((fact) => plain.includes(plainLetters(fact)));
}

function plainLetters(text: string): string {
  return text
    .toLowerCase()
    .replace(/[`*\\]/g, "")
    .replace(/\s+/g, " ");
}

async function answerOf(deps: AskDeps, projectId: string, question: string) {
  const answer = await askQuestion(deps, projectId, question);
  const supported = answer.citations.filter((citation) => citation.supported);
  return { ...answer, cited: supported.map((citation) => citation.path) };
}
