import type { Citation, Outcome } from "../../src/contract/answer-events.ts";
import type { ContextItem } from "../../src/contract/assistant.ts";
import type { Rating } from "../../src/contract/insights/feedback.ts";
import type { ProblemKind } from "./conversation/problem.ts";

export type ToldTurn = { question: string; answer: string; outcome: Outcome | undefined };

/** What a site hears, as DOM events `docent:…` that bubble from the widget's element, and through `on`. */
export type WidgetEvents = {
  ready: { domain: string };
  open: { mode: string };
  close: { mode: string };
  ask: { question: string; context: ContextItem[]; path: string };
  answer: {
    question: string;
    answer: string;
    outcome: Outcome | undefined;
    citations: Citation[];
    threadId: string;
    messageId: string;
  };
  feedback: {
    question: string;
    rating: Rating;
    comment: string;
    threadId: string;
    messageId: string;
  };
  /** The reader wants a person: everything said so far. */
  handoff: { question: string; conversation: ToldTurn[]; threadId: string };
  consent: { given: boolean };
  error: { kind: ProblemKind; message: string };
};

export type WidgetEventName = keyof WidgetEvents;
export type Emit = <Name extends WidgetEventName>(name: Name, detail: WidgetEvents[Name]) => void;

declare global {
  interface DocumentEventMap extends DocentDomEvents {}
}

type DocentDomEvents = {
  [Name in WidgetEventName as `docent:${Name}`]: CustomEvent<WidgetEvents[Name]>;
};
