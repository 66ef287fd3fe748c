import type { AnswerEvent } from "../../../src/contract/answer-events.ts";
import type { ContextItem } from "../../../src/contract/assistant.ts";
import type { Rating } from "../../../src/contract/insights/feedback.ts";
import { randomId } from "../../shared/random-id.ts";
import { readEventStream } from "../../shared/read-event-stream.ts";
import type { Emit } from "../widget-events.ts";
import type { FilterValue } from "../widget-options.ts";
import type { Api } from "./api.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { Problem } from "./problem.ts";
import { askedAgain, newTurn, type Turn, withEvent } from "./turn.ts";

type Deps = {
  api: Api;
  store: ConversationStore;
  emit: Emit;
  page(): { path: string; filter: Record<string, FilterValue> | null };
  onProblem(problem: Problem): void;
  pause(ms: number): Promise<void>;
};

export type Chat = ReturnType<typeof createChat>;

/** Asks, reads answers to their end however often the line breaks, and takes up those that another page began. */
export function createChat(deps: Deps) {
  const { api, store } = deps;
  let reading: { id: string; abort: AbortController } | undefined;
  let sentId = "";

  const read = async (id: string, open: (signal: AbortSignal) => Promise<Response | undefined>) => {
    reading?.abort.abort();
    const abort = new AbortController();
    reading = { id, abort };
    try {
      const answer = { ...deps, id, signal: abort.signal };
      await readAnswer(answer, await open(abort.signal));
    } catch (error) {
      if (!abort.signal.aborted) fail(deps, id, error);
    } finally {
      if (reading?.abort === abort) reading = undefined;
    }
  };

  const send = (turn: Turn, isAgain = false) => {
    sentId = turn.id;
    return read(turn.id, (signal) => sendQuestion(deps, turn, { isAgain, signal }));
  };

  return {
    isBusy: () => store.last()?.state === "running",
    ask(question: string, context: ContextItem[]): void {
      if (store.last()?.state === "running") return;
      const turn = newTurn(randomId(), question, context);
      store.put(turn);
      store.keep();
      deps.emit("ask", { question, context, path: deps.page().path });
      void send(turn);
    },
    /** Asks the last question again: the same one where it failed, a new answer where it has one. */
    retry(turn: Turn): void {
      const again = askedAgain(turn);
      store.put(again);
      store.keep();
      void send(again, turn.state === "done");
    },
    /** Sends a question that met no line, once: of all tabs that know it, the one that asked. */
    online(): void {
      const turn = store.last();
      if (turn?.problem?.kind === "offline" && turn.id === sentId) this.retry(turn);
    },
    /** Takes up an answer that is being written and that nobody on this page reads. */
    resume(): void {
      const turn = store.last();
      if (turn?.state !== "running" || reading?.id === turn.id) return;
      const { chatId } = store.get();
      void read(turn.id, (signal) => api.resume(chatId, "0", signal));
    },
    async stop(): Promise<void> {
      const turn = store.last();
      if (turn?.state !== "running") return;
      await api.stop(store.get().chatId).catch(() => undefined);
      const now = store.last();
      if (now?.state !== "running" || now.id !== turn.id) return;
      reading?.abort.abort();
      store.put({ ...now, state: "stopped" });
      store.keep();
    },
    rate: (turn: Turn, rating: Rating, comment: string) => rate(deps, turn, { rating, comment }),
    /** Reads no more; the answer goes on at the server. */
    leave(): void {
      reading?.abort.abort();
      reading = undefined;
    },
    /** Goes on with what is kept for whoever reads now. */
    changeReader(): void {
      reading?.abort.abort();
      reading = undefined;
      store.load();
    },
    reset(): void {
      reading?.abort.abort();
      reading = undefined;
      store.reset();
    },
  };
}

async function rate(
  { api, store, emit }: Deps,
  turn: Turn,
  { rating, comment }: { rating: Rating; comment: string },
): Promise<void> {
  const { threadId } = store.get();
  const { messageId, question } = turn;
  await api.rate({ messageId, threadId, rating, comment });
  // Meanwhile it may have become another reader's conversation.
  if (!store.get().turns.some(({ id }) => id === turn.id)) return;
  store.put({ ...turn, rating });
  store.keep();
  emit("feedback", { question, rating, comment, threadId, messageId });
}

type Sending = { isAgain: boolean; signal: AbortSignal };

async function sendQuestion(deps: Deps, turn: Turn, sending: Sending): Promise<Response> {
  const { api, store, page } = deps;
  const { isAgain, signal } = sending;
  const { path, filter } = page();
  const question = () => {
    const { chatId, threadId } = store.get();
    return {
      ...{
        id: chatId,
        threadId: threadId || null,
        context: turn.context,
        currentPath: path,
        filter,
      },
      messages: [
        {
          id: turn.id,
          role: "user" as const,
          parts: [{ type: "text" as const, text: turn.question }],
        },
      ],
      ...(isAgain && { trigger: "regenerate-message" as const }),
    };
  };
  try {
    return await api.ask(question(), signal);
  } catch (error) {
    const isForgotten = error instanceof Problem && error.kind === "domain" && store.get().threadId;
    if (!isForgotten) throw error;
    // The server has deleted the conversation: it goes on as a new one.
    store.leaveThread();
    return api.ask(question(), signal);
  }
}

type Reading = Deps & { id: string; signal: AbortSignal };

const waitsMs = [300, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000, 8_000];
const mostIdle = 5;

/** Reads the stream, and opens it again where it breaks off before its end. */
async function readAnswer(reading: Reading, first: Response | undefined): Promise<void> {
  let response = first;
  let after = "";
  for (let idle = 0; idle < mostIdle; idle += 1) {
    if (!response) throw new Problem("broken", "The answer cannot be found any more.");
    const read = await readStream(reading, response, after);
    if (turnOf(reading)?.state !== "running") return finish(reading);
    if (read !== after) idle = 0;
    after = read;
    response = await reopen(reading, after);
  }
  throw new Problem("broken", "The answer broke off.");
}

/** Undefined: the server knows of no such answer. */
async function reopen(reading: Reading, after: string): Promise<Response | undefined> {
  const { api, store, signal, pause } = reading;
  for (const wait of waitsMs) {
    await pause(wait);
    signal.throwIfAborted();
    try {
      return await api.resume(store.get().chatId, after, signal);
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
  }
  throw new Problem("broken", "The answer broke off, and the server does not come back.");
}

/** A server that restarts, or a line that comes back. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Problem)) return false;
  return ["unreachable", "offline", "full", "server"].includes(error.kind);
}

/** The id of the last event that was read. */
async function readStream(reading: Reading, response: Response, after: string): Promise<string> {
  const { store, signal } = reading;
  const threadId = response.headers.get("x-thread-id");
  if (threadId && !signal.aborted) store.setThread(threadId);
  let last = after;
  let isFirst = after === "";
  try {
    for await (const events of readEventStream(response.body ?? new ReadableStream())) {
      const turn = turnOf(reading);
      if (signal.aborted || !turn) return last;
      const begun = isFirst ? askedAgain(turn) : turn;
      isFirst = false;
      store.put(events.reduce((now, { data }) => applied(now, data, reading), begun));
      last = events.at(-1)?.id || last;
    }
  } catch (error) {
    // A line that breaks is opened again; what the stream says itself is final.
    if (error instanceof Problem || signal.aborted) throw error;
  }
  return last;
}

function applied(turn: Turn, data: string, reading: Reading): Turn {
  if (data === "[DONE]") return turn;
  const event = parseEvent(data);
  if (event?.type === "start") requireOwn(event.messageId ?? "", reading);
  return event ? withEvent(turn, event) : turn;
}

/** A question that never reached the server leaves the answer before it as the newest one. */
function requireOwn(messageId: string, { store, id }: Reading): void {
  const isOther = store.get().turns.some((turn) => turn.id !== id && turn.messageId === messageId);
  if (isOther) throw new Problem("broken", "The question did not reach the server.");
}

function parseEvent(data: string): AnswerEvent | undefined {
  try {
    const value = JSON.parse(data);
    return typeof value?.type === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

function turnOf({ store, id }: Reading): Turn | undefined {
  return store.get().turns.find((turn) => turn.id === id);
}

function finish(reading: Reading): void {
  const { store, emit } = reading;
  store.keep();
  const turn = turnOf(reading);
  if (turn?.problem) reading.onProblem(new Problem(turn.problem.kind, turn.problem.message));
  if (turn?.state !== "done") return;
  const { question, text: answer, outcome, citations, messageId } = turn;
  emit("answer", {
    question,
    answer,
    outcome,
    citations,
    threadId: store.get().threadId,
    messageId,
  });
}

function fail(deps: Deps, id: string, error: unknown): void {
  const problem = error instanceof Problem ? error : new Problem("broken", String(error));
  const { store } = deps;
  const turn = store.get().turns.find((one) => one.id === id);
  if (turn) {
    const { kind, message, retryAt } = problem;
    store.put({ ...turn, state: "failed", problem: { kind, message, retryAt } });
    store.keep();
  }
  deps.onProblem(problem);
}
