import type { Chat } from "@ai-sdk/react";
import { createContext, type ReactNode, useContext, useState } from "react";
import type { AskMessage } from "./ask-message.ts";

type Shelf = Map<string, Chat<AskMessage>>;
const ShelfContext = createContext<Shelf | undefined>(undefined);

/** Keeps each project's chat while another page is open. */
export function ChatShelf({ children }: { children: ReactNode }) {
  const [shelf] = useState<Shelf>(() => new Map());
  return <ShelfContext value={shelf}>{children}</ShelfContext>;
}

/** The project's chat, and the way to a new one. */
export function useKeptChat(domain: string, create: () => Chat<AskMessage>) {
  const shelf = useContext(ShelfContext);
  const [chat, setChat] = useState(() => {
    const kept = shelf?.get(domain) ?? create();
    shelf?.set(domain, kept);
    return kept;
  });
  const startNew = () => {
    void chat.stop();
    const fresh = create();
    shelf?.set(domain, fresh);
    setChat(fresh);
  };
  return { chat, startNew };
}
