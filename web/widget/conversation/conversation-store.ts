import {
  freshConversation,
  readConversation,
  type Shelf,
  writeConversation,
} from "./kept-conversation.ts";
import type { Conversation, Turn } from "./turn.ts";

export type ConversationStore = ReturnType<typeof createConversationStore>;

type Options = {
  /** The name under which it is kept, which changes with the reader. */
  key(): string;
  /** Where it is kept; undefined while nothing may be. */
  shelf(): Shelf | undefined;
  now(): number;
};

/** The conversation of this browser: one for all its tabs. Only what other tabs must know at once is written at once. */
export function createConversationStore({ key, shelf, now }: Options) {
  let conversation = readConversation(shelf(), key(), now());
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const keep = () => writeConversation(shelf(), key(), conversation);
  const put = (next: Conversation) => {
    conversation = { ...next, at: now() };
    tell();
  };
  const store = {
    key,
    get: () => conversation,
    last: (): Turn | undefined => conversation.turns.at(-1),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Adds a turn, or puts it in the place of the one with its id. */
    put(turn: Turn): void {
      const { turns } = conversation;
      const at = turns.findIndex(({ id }) => id === turn.id);
      put({ ...conversation, turns: at < 0 ? [...turns, turn] : turns.with(at, turn) });
    },
    setThread(threadId: string): void {
      conversation = { ...conversation, threadId };
    },
    /** The same turns in another conversation of the server, which has forgotten this one. */
    leaveThread(): void {
      const { chatId } = freshConversation(now());
      conversation = { ...conversation, chatId, threadId: "" };
    },
    keep,
    /** What another tab has written, or what may be read only now. */
    load(): void {
      conversation = withRunning(readConversation(shelf(), key(), now()), conversation);
      tell();
    },
    reset(): void {
      put(freshConversation(now()));
      keep();
    },
  };
  return store;
}

/** Another tab that asks at the same moment knows nothing of the question that is answered here, or less of the answer. */
function withRunning(kept: Conversation, { chatId, turns }: Conversation): Conversation {
  const own = turns.at(-1);
  if (own?.state !== "running" || kept.chatId !== chatId) return kept;
  const at = kept.turns.findIndex(({ id }) => id === own.id);
  if (at < 0) return { ...kept, turns: [...kept.turns, own] };
  const other = kept.turns[at];
  const isBehind = other?.state === "running" && other.text.length < own.text.length;
  return isBehind ? { ...kept, turns: kept.turns.with(at, own) } : kept;
}
