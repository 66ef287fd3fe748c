import type { AskedQuestion, ThreadDetail } from "../../../../src/contract/insights/analytics.ts";
import type { AskMessage } from "./ask-message.ts";

/** A recorded conversation as the chat shows it: without what was replaced, and without an answer that is being written. */
export function threadMessages({ threadId, messages }: ThreadDetail): AskMessage[] {
  return messages.flatMap(({ messageId, role, text, replacedAt, answer }): AskMessage[] => {
    if (replacedAt !== null || answer?.resolution === "streaming") return [];
    if (role === "user") return [{ id: messageId, role, parts: [{ type: "text", text }] }];
    const rating = answer?.feedback?.rating;
    const metadata = { threadId, ...(rating && { rating }) };
    return [{ id: messageId, role, metadata, parts: answer ? partsOf(answer) : said(text) }];
  });
}

/** Whether the newest question of a thread is still being answered. */
export function isBeingAnswered({ messages }: ThreadDetail): boolean {
  return messages.some(
    ({ replacedAt, answer }) => replacedAt === null && answer?.resolution === "streaming",
  );
}

function partsOf({ answer, sources, outcome, error }: AskedQuestion): AskMessage["parts"] {
  const text = [answer, error].filter(Boolean).join("\n\n");
  return [
    ...said(text),
    ...(outcome ? [{ type: "data-outcome" as const, data: { outcome } }] : []),
    ...(sources.length > 0 ? [{ type: "data-citations" as const, data: sources }] : []),
  ];
}

function said(text: string): AskMessage["parts"] {
  return [{ type: "text", text }];
}
