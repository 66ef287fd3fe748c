import type { AnswerEvent, AskRequest } from "./api-types.ts";
import { DocentError } from "./docent-error.ts";
import { followStream } from "./follow-stream.ts";
import { newId } from "./new-id.ts";
import { operations } from "./operations.ts";
import { type ClientOptions, jsonOf, send } from "./send.ts";

type OfType<Type extends string> = Extract<AnswerEvent, { type: Type }>;
export type Citation = OfType<"data-citations">["data"][number];
export type Outcome = OfType<"data-outcome">["data"]["outcome"];

export type AskOptions = Partial<Omit<AskRequest, "id" | "trigger" | "messageId">> & {
  signal?: AbortSignal;
};

export type AnswerResult = {
  /** Markdown, with markers such as [1] for the citations. */
  text: string;
  citations: Citation[];
  /** undefined where the answer did not come to its end. */
  outcome: Outcome | undefined;
  /** Questions that a reader could ask next. */
  suggestions: string[];
  /** Goes on with the conversation as `threadId` of the next question. */
  threadId: string;
  /** For a rating. */
  messageId: string;
  /** Somebody stopped it. */
  isStopped: boolean;
};

/** An answer while it is written. Read it once: with `for await`, or with `result()`, which reads what is left. */
export type Answer = AsyncIterable<AnswerEvent> & {
  /** With `lastEventId`, what `resume` takes, also in another program. */
  readonly chatId: string;
  readonly lastEventId: string;
  result(): Promise<AnswerResult>;
  /** Ends it for good, for everybody who reads it. False: it had ended already. */
  stop(): Promise<boolean>;
};

/** Asks. The question is sent when the answer is first read. */
export function ask(
  options: ClientOptions,
  question: string,
  { signal, messages = [], ...more }: AskOptions,
): Answer {
  const id = newId();
  const asked = { id: newId(), role: "user", parts: [{ type: "text", text: question }] };
  const body: AskRequest = { ...more, id, messages: [...messages, asked] };
  const reader = readerOf(more.fp);
  let isAsked: "no" | "perhaps" | "yes" = "no";
  const open = async (lastEventId: string) => {
    if (isAsked !== "no") {
      const resumed = await resumeAt(options, { chatId: id, reader, signal }, lastEventId);
      if (resumed) return resumed;
      if (isAsked === "yes") throw gone();
    }
    isAsked = "perhaps";
    const response = await send(options, operations.ask, { body, signal, isStream: true });
    isAsked = "yes";
    return response;
  };
  return answerOf(options, { chatId: id, reader, signal, open, lastEventId: "" });
}

export type ResumeOptions = {
  /** That of the question, where it was not `anonymous`. */
  fp?: string;
  /** Goes on behind this event; from the beginning unless given. */
  lastEventId?: string;
  signal?: AbortSignal;
};

/** Reads an answer on, after a reload or in another program. */
export function resume(
  options: ClientOptions,
  chatId: string,
  { fp, lastEventId = "", signal }: ResumeOptions,
): Answer {
  const reader = readerOf(fp);
  const open = async (last: string) => {
    const resumed = await resumeAt(options, { chatId, reader, signal }, last);
    if (resumed) return resumed;
    throw gone();
  };
  return answerOf(options, { chatId, reader, signal, open, lastEventId });
}

type Chat = { chatId: string; reader: Record<string, string>; signal: AbortSignal | undefined };

function readerOf(fp: string | null | undefined): Record<string, string> {
  return fp ? { "x-fp": fp } : {};
}

/** undefined: the server has no such answer. */
async function resumeAt(
  options: ClientOptions,
  { chatId, reader, signal }: Chat,
  lastEventId: string,
): Promise<Response | undefined> {
  const headers = { ...reader, "last-event-id": lastEventId || "0" };
  const call = { at: { chatId }, headers, signal, isStream: true };
  const response = await send(options, operations.resume, call);
  return response.status === 204 ? undefined : response;
}

function gone(): DocentError {
  return new DocentError("not_found", "There is no such answer to resume.", { status: 204 });
}

type Opened = Chat & { open(lastEventId: string): Promise<Response>; lastEventId: string };

function answerOf(options: ClientOptions, opened: Opened): Answer {
  const { chatId, reader, signal } = opened;
  const result = emptyResult();
  let { lastEventId } = opened;
  const events = followStream<AnswerEvent>(options, {
    ...opened,
    onEvent(id, event) {
      lastEventId = id;
      take(result, event);
    },
  });
  return {
    chatId,
    get lastEventId() {
      return lastEventId;
    },
    [Symbol.asyncIterator]: () => events,
    async result() {
      for await (const _ of events);
      return result;
    },
    async stop() {
      const call = { at: { chatId }, headers: reader, signal };
      const response = await send(options, operations.stop, call);
      if (response.status === 204) return false;
      return (await jsonOf<{ stopped: boolean }>(response)).stopped;
    },
  };
}

function emptyResult(): AnswerResult {
  const none = { text: "", citations: [], outcome: undefined, suggestions: [] };
  return { ...none, threadId: "", messageId: "", isStopped: false };
}

function take(result: AnswerResult, event: AnswerEvent): void {
  if (event.type === "text-delta") result.text += event.delta;
  if (event.type === "data-citations") result.citations = event.data;
  if (event.type === "data-outcome") result.outcome = event.data.outcome;
  if (event.type === "data-suggestions") result.suggestions = event.data;
  if (event.type === "abort") result.isStopped = true;
  if (event.type === "start") result.messageId = event.messageId ?? "";
  if (event.type === "start" || event.type === "finish")
    result.threadId = event.messageMetadata?.threadId ?? result.threadId;
}
