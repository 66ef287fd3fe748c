import type { Chat } from "@ai-sdk/react";
import { createContext, type ReactNode, useContext, useState } from "react";
import type { AskMessage } from "./ask-message.ts";

/** Chats by their id. */
export type Shelf = Map<string, Chat<AskMessage>>;
const ShelfContext = createContext<Shelf | undefined>(undefined);

/** Keeps chats while another page is open, so that their answers go on. */
export function ChatShelf({ children }: { children: ReactNode }) {
  const [shelf] = useState<Shelf>(() => new Map());
  return <ShelfContext value={shelf}>{children}</ShelfContext>;
}

export function useShelf(): Shelf {
  const shelf = useContext(ShelfContext);
  if (shelf === undefined) throw new Error("useShelf needs a ChatShelf above it");
  return shelf;
}
