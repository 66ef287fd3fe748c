import type { Chat } from "@ai-sdk/react";
import { useEffect, useState } from "react";
import { api } from "../../api.ts";
import { useLatest } from "../../use-latest.ts";
import type { AskedChat } from "./ask-history.ts";
import type { AskMessage } from "./ask-message.ts";
import { textOf } from "./ask-message.ts";
import { type Shelf, useShelf } from "./chat-shelf.tsx";
import { createChat } from "./create-chat.ts";
import { isBeingAnswered, threadMessages } from "./thread-messages.ts";

type Place = {
  domain: string;
  id: string;
  /** What is known of the chat; a new one has nothing. */
  known: AskedChat | undefined;
  /** A question of which the server knows nothing goes back to where it was typed. */
  giveBack: (question: string) => void;
};

type Opened = { chat: Chat<AskMessage> | undefined; error: unknown; retry: () => void };

/** A chat as it was left: from this tab's memory, or from the server, where a running answer is read on. */
export function useOpenedChat(place: Place): Opened {
  const shelf = useShelf();
  const [chat, setChat] = useState(() => atHand(shelf, place));
  const [error, setError] = useState<unknown>(undefined);
  const open = useLatest(async () => {
    setError(undefined);
    try {
      setChat(await fromServer(shelf, place));
    } catch (failure) {
      setError(failure);
    }
  });
  const isOpen = chat !== undefined;
  useEffect(() => {
    if (!isOpen) void open();
  }, [isOpen, open]);
  return { chat, error, retry: () => void open() };
}

/** What needs no look at the server: a chat of this tab, or a new one. */
function atHand(shelf: Shelf, { domain, id, known }: Place): Chat<AskMessage> | undefined {
  const kept = shelf.get(id);
  if (kept || known) return kept;
  const fresh = createChat(domain, id, []);
  shelf.set(id, fresh);
  return fresh;
}

async function fromServer(shelf: Shelf, place: Place): Promise<Chat<AskMessage>> {
  const { domain, id, known } = place;
  const thread = known?.threadId ? await api.thread(domain, known.threadId) : undefined;
  const pending = known?.pending ?? "";
  const messages = thread ? threadMessages(thread) : [asked(pending)];
  const other = shelf.get(id);
  if (other) return other;
  const chat = createChat(domain, id, messages);
  shelf.set(id, chat);
  if (thread && !isBeingAnswered(thread)) returnUnknown(chat, place);
  else void chat.resumeStream().then(() => returnUnknown(chat, place));
  return chat;
}

function asked(text: string): AskMessage {
  return { id: "asked", role: "user", parts: [{ type: "text", text }] };
}

/** The last question never reached the server: nothing of it is lost. */
function returnUnknown(chat: Chat<AskMessage>, { known, giveBack }: Place): void {
  const pending = known?.pending ?? "";
  if (pending === "" || chat.error) return;
  const last = chat.messages.at(-1);
  const isAnswered = chat.messages.some((one) => one.role === "user" && textOf(one) === pending);
  if (last?.role === "assistant" && isAnswered) return;
  if (last?.role === "user") chat.messages = chat.messages.slice(0, -1);
  giveBack(pending);
}
