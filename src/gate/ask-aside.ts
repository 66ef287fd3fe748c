import { type AssistantRequest, assistantRequest } from "../contract/assistant.ts";
import { newId } from "../lib/ids.ts";
import type { AnswerRecord } from "../store/answers/answers.ts";
import type { PastMessage } from "../store/answers/history.ts";
import type { Project } from "../store/docs/projects.ts";

export type AsideTurn = {
  answerId: string;
  /** Whose limits it counts against; "" for nobody's but the project's. */
  keyId: string;
  messageId: string;
  threadId: string;
  question: string;
  history: PastMessage[];
  revisionId: string | null;
};

/** Answers a question and returns the record, without writing into a thread. */
export type AsideStory = (
  input: { project: Project; turn: AsideTurn; request: AssistantRequest; isAside: true },
  signal: AbortSignal,
) => AsyncGenerator<unknown, AnswerRecord>;

export type AsideQuestion = {
  project: Project;
  question: string;
  revisionId: string | null;
  keyId?: string;
  /** What of a conversation stands before it. */
  history?: PastMessage[];
  /** How it was asked; as a reader without any wishes would where absent. */
  request?: AssistantRequest;
};

export type AsideAnswer = AnswerRecord & { answerId: string };

/**
 * Asks a question outside of every thread: ids of its own, so that nothing that is written down on the way is taken for
 * a reader's. What it costs is usage of the project.
 */
export async function askAside(
  story: AsideStory,
  asked: AsideQuestion,
  signal: AbortSignal,
): Promise<AsideAnswer> {
  const { project, question, revisionId, keyId = "", history = [] } = asked;
  const answerId = newId("ans");
  const turn = {
    ...{ answerId, keyId, question, history, revisionId },
    messageId: newId("msg"),
    threadId: newId("thr"),
  };
  const request = asked.request ?? plainRequest(question);
  const events = story({ project, turn, request, isAside: true }, signal);
  for (;;) {
    const step = await events.next();
    if (step.done) return { ...step.value, answerId };
  }
}

/** As a reader asks who is on no page and has chosen nothing. */
export function plainRequest(question: string): AssistantRequest {
  return assistantRequest.parse({
    messages: [{ role: "user", parts: [{ type: "text", text: question }] }],
    fp: "gate",
  });
}
