import type { AssistantRequest, ClientMessage } from "../../contract/assistant.ts";
import { AppError } from "../../lib/app-error.ts";
import { requireShort } from "../../text/require-short.ts";

export type ClientQuestion = { text: string; clientId: string };

/** The last user message is the question. Parts of other kinds than text are ignored. */
export function readQuestion(request: AssistantRequest): ClientQuestion {
  const index = indexOfQuestion(request);
  const message = request.messages[index];
  if (!message) throw refused("messages", "There is no message with the role user.");
  const text = messageText(message).trim();
  if (text === "") throw refused(`messages.${index}`, "The last user message has no text.");
  return { text, clientId: message.id };
}

/** How long what is sent with one question may be, in characters. */
export type QuestionLimits = { questionCharacters: number; contextCharacters: number };

/** As many context items of the full length are taken together. */
const fullItems = 5;

/** Refuses a question or context that is too long. The messages before the question are the client's own record, and not read. */
export function requireFitting(request: AssistantRequest, limits: QuestionLimits): void {
  const { questionCharacters, contextCharacters } = limits;
  requireShort(readQuestion(request).text.length, questionCharacters, {
    path: `messages.${indexOfQuestion(request)}`,
    name: "The question has",
    advice: "Ask it in fewer words, and send code as context.",
  });
  const advice = "Send only the part that the question is about.";
  let total = 0;
  for (const [index, { value }] of request.context.entries()) {
    total += value.length;
    const path = `context.${index}.value`;
    requireShort(value.length, contextCharacters, { path, name: "A context item has", advice });
  }
  const name = "The context items have together";
  requireShort(total, fullItems * contextCharacters, { path: "context", name, advice });
}

const longestThreadId = 128;

/** The SDK sends an answer's metadata back by itself; the newest one names the thread. */
export function threadInMessages(request: AssistantRequest): string | undefined {
  const newest = request.messages.findLast((message) => message.role === "assistant");
  const metadata = newest?.metadata;
  if (typeof metadata !== "object" || metadata === null || !("threadId" in metadata))
    return undefined;
  const { threadId } = metadata;
  // What is longer is no thread's id, and neither is its beginning.
  const isId = typeof threadId === "string" && threadId !== "";
  return isId ? threadId.slice(0, longestThreadId) : undefined;
}

function indexOfQuestion(request: AssistantRequest): number {
  return request.messages.findLastIndex((message) => message.role === "user");
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
