import type { AnswerEvent, Citation, Outcome } from "../../../src/contract/answer-events.ts";
import type { ContextItem } from "../../../src/contract/assistant.ts";
import type { Rating } from "../../../src/contract/insights/feedback.ts";
import type { ProblemKind } from "./problem.ts";

/** A question with its answer, as far as it has come. */
export type Turn = {
  /** The id of the question's message: a question that is sent twice is one question. */
  id: string;
  question: string;
  context: ContextItem[];
  state: "running" | "done" | "stopped" | "failed";
  step: "sending" | "searching" | "writing";
  text: string;
  citations: Citation[];
  outcome: Outcome | undefined;
  suggestions: string[];
  /** The server's name of the answer, for ratings. */
  messageId: string;
  rating: Rating | undefined;
  problem: { kind: ProblemKind; message: string; retryAt: number | undefined } | undefined;
};

export type Conversation = {
  chatId: string;
  threadId: string;
  turns: Turn[];
  /** When it was last used, in milliseconds since 1970. */
  at: number;
};

export function newTurn(id: string, question: string, context: ContextItem[]): Turn {
  return { id, question, context, ...unanswered };
}

/** The same question, to be answered from the beginning. */
export function askedAgain(turn: Turn): Turn {
  return { ...turn, ...unanswered };
}

const unanswered = {
  state: "running",
  step: "sending",
  text: "",
  citations: [],
  outcome: undefined,
  suggestions: [],
  messageId: "",
  rating: undefined,
  problem: undefined,
} satisfies Partial<Turn>;

/** What an event of the stream changes. Whatever is not known is left out. */
export function withEvent(turn: Turn, event: AnswerEvent): Turn {
  switch (event.type) {
    case "start":
      return { ...turn, messageId: event.messageId ?? "", step: "searching" };
    case "data-status":
      return { ...turn, step: event.data.state === "writing" ? "writing" : "searching" };
    case "text-delta":
      return { ...turn, step: "writing", text: turn.text + event.delta };
    case "data-citations":
      return { ...turn, citations: event.data };
    case "data-outcome":
      return { ...turn, outcome: event.data.outcome };
    case "data-suggestions":
      return { ...turn, suggestions: event.data };
    case "finish":
      return { ...turn, state: "done" };
    case "abort":
      return { ...turn, state: "stopped" };
    case "error": {
      const problem = { kind: "broken", message: event.errorText, retryAt: undefined } as const;
      return { ...turn, state: "failed", problem };
    }
    default:
      return turn;
  }
}
