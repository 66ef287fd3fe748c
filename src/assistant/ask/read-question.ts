import type { AssistantRequest, ClientMessage } from "../../contract/assistant.ts";
import { AppError } from "../../lib/app-error.ts";

export type ClientQuestion = { text: string; clientId: string };

/** The last user message is the question. Parts of other kinds than text are ignored. */
export function readQuestion(request: AssistantRequest): ClientQuestion {
  const index = request.messages.findLastIndex((message) => message.role === "user");
  const message = request.messages[index];
  if (!message) throw refused("messages", "There is no message with the role user.");
  const text = messageText(message).trim();
  if (text === "") throw refused(`messages.${index}`, "The last user message has no text.");
  return { text, clientId: message.id };
}

/** The SDK sends an answer's metadata back by itself; the newest one names the thread. */
export function threadInMessages(request: AssistantRequest): string | undefined {
  const newest = request.messages.findLast((message) => message.role === "assistant");
  const metadata = newest?.metadata;
  if (typeof metadata !== "object" || metadata === null || !("threadId" in metadata))
    return undefined;
  return typeof metadata.threadId === "string" && metadata.threadId !== ""
    ? metadata.threadId
    : undefined;
}

function messageText(message: ClientMessage): string {
  const texts = message.parts.filter((part) => part.type === "text").map((part) => part.text ?? "");
  return texts.length > 0 ? texts.join("\n") : (message.content ?? "");
}

function refused(path: string, message: string): AppError {
  return new AppError(
    "invalid_request",
    "The question is missing: the last user message must have text.",
    {
      details: [{ path, message }],
    },
  );
}
