import type { AskDeps } from "../../src/assistant/ask.ts";
import { ask } from "../../src/assistant/ask.ts";
import { assistantRequest } from "../../src/contract/assistant.ts";
import { answerStatus } from "../../src/store/answers.ts";

export type QuestionSet = {
  name: string;
  answerable: { id: string; question: string; pages: string[]; fact: string }[];
  unanswerable: { id: string; question: string; why: string }[];
};

export type Outcome = {
  id: string;
  question: string;
  expected: string[];
  /** Pages in the order they are cited; none when the question was declined. */
  cited: string[];
  text: string;
  /** The answer stands behind what it quotes; otherwise it says that it found no direct answer. */
  direct: boolean;
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
  for (const { id, question, pages } of set.answerable) {
    const answer = await answerOf(deps, projectId, question);
    const judged = answer.direct ? answer.cited.slice(0, 1) : answer.cited;
    outcomes.push({
      id,
      question,
      expected: pages,
      ...answer,
      right: judged.some((page) => pages.includes(page)),
    });
  }
  for (const { id, question } of set.unanswerable) {
    const answer = await answerOf(deps, projectId, question);
    outcomes.push({ id, question, expected: [], ...answer, right: !answer.direct });
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

async function answerOf(deps: AskDeps, projectId: string, text: string) {
  const request = assistantRequest.parse({
    messages: [{ role: "user", parts: [{ type: "text", text }] }],
  });
  const { signal } = new AbortController();
  const asked = await ask(deps, { kind: "operator" }, { projectId, request, signal });
  const answer = { cited: [] as string[], text: "", direct: false };
  for await (const { event } of asked.events) {
    if (event.type === "text-delta") answer.text += event.delta;
    if (event.type === "data-citations") answer.cited = event.data.map((citation) => citation.path);
  }
  const stored = await answerStatus(deps.db, asked.answerId);
  return { ...answer, direct: stored?.state === "answered" };
}
