import { type AskDeps, ask } from "../../src/assistant/ask/ask.ts";
import type { Citation } from "../../src/contract/answer-events.ts";
import { assistantRequest } from "../../src/contract/assistant.ts";
import { answerStatus } from "../../src/store/answers/answers.ts";

export type Answered = {
  text: string;
  citations: Citation[];
  /** It stands behind what it says; otherwise the question was declined, or answered with reserve. */
  direct: boolean;
  /** It says that the docs do not answer the question, and cites nothing. */
  declined: boolean;
};

/** One question in a thread of its own. */
export async function askQuestion(
  deps: AskDeps,
  projectId: string,
  question: string,
): Promise<Answered> {
  const request = assistantRequest.parse({
    messages: [{ role: "user", parts: [{ type: "text", text: question }] }],
  });
  const { signal } = new AbortController();
  const asked = await ask(deps, { kind: "operator" }, { projectId, request, network: "", signal });
  let text = "";
  let citations: Citation[] = [];
  for await (const { event } of asked.events) {
    if (event.type === "text-delta") text += event.delta;
    if (event.type === "data-citations") citations = event.data;
    if (event.type === "error") throw new Error(`${question}: ${event.errorText}`);
  }
  const stored = await answerStatus(deps.db, asked.answerId);
  const declined = stored?.state === "unanswered" && citations.length === 0;
  return { text, citations, direct: stored?.state === "answered", declined };
}
