import type { UIMessage } from "ai";
import { z } from "zod";
import {
  type Citation,
  citation,
  type Outcome,
  outcome,
} from "../../../../src/contract/answer-events.ts";
import { errorBody } from "../../../../src/contract/error.ts";
import type { Rating } from "../../../../src/contract/insights/feedback.ts";
import { webAddress } from "../../../shared/web-address.ts";

type Metadata = { threadId?: string; rating?: Rating };
type Parts = { citations: unknown; outcome: unknown; suggestions: unknown };
export type AskMessage = UIMessage<Metadata, Parts>;

export type Source = { url: string; title: string };

const citations = z.array(citation);
const outcomePart = z.object({ outcome });
const suggestions = z.array(z.string());

export function textOf(message: AskMessage): string {
  return message.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** Those the text has markers for. */
export function citationsOf(message: AskMessage): Citation[] {
  const part = message.parts.findLast(({ type }) => type === "data-citations");
  if (part?.type !== "data-citations") return [];
  const all = citations.safeParse(part.data).data ?? [];
  return all.filter((citation) => citation.supported);
}

/** Undefined until the answer has said it. */
export function outcomeOf(message: AskMessage): Outcome | undefined {
  const part = message.parts.findLast(({ type }) => type === "data-outcome");
  if (part?.type !== "data-outcome") return undefined;
  return outcomePart.safeParse(part.data).data?.outcome;
}

/** Questions that come next. */
export function suggestionsOf(message: AskMessage): string[] {
  const part = message.parts.findLast(({ type }) => type === "data-suggestions");
  if (part?.type !== "data-suggestions") return [];
  return suggestions.safeParse(part.data).data ?? [];
}

/** Links the answer brought that no citation stands for. */
export function otherSourcesOf(message: AskMessage): Source[] {
  const cited = new Set(citationsOf(message).map(({ url }) => url));
  const sources = new Map<string, Source>();
  for (const part of message.parts) {
    if (part.type !== "source-url" || cited.has(part.url) || !webAddress(part.url)) continue;
    sources.set(part.url, { url: part.url, title: part.title || part.url });
  }
  return [...sources.values()];
}

export type Failure = { message: string; isLoggedOut: boolean };

/** The SDK hands over a refused request as its body's text. */
export function readFailure(error: Error): Failure {
  const body = errorBody.safeParse(parseJson(error.message));
  if (body.success) {
    return { message: body.data.error, isLoggedOut: body.data.code === "unauthenticated" };
  }
  const isOffline = error instanceof TypeError || error.message === "";
  const message = isOffline
    ? "The server cannot be reached. Try again in a moment."
    : error.message;
  return { message, isLoggedOut: false };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
