import { useCallback, useEffect, useState } from "react";
import { type AskedChat, readChats, withChat, withoutChat } from "./ask-history.ts";

export type AskHistory = {
  chats: AskedChat[];
  find: (id: string) => AskedChat | undefined;
  /** Adds a chat, or what is new about one. */
  save: (chat: AskedChat) => void;
  remove: (id: string) => void;
};

/** What was asked in this browser, newest first; other tabs' questions arrive by themselves. */
export function useAskHistory(name: string): AskHistory {
  const key = `docent chats ${name}`;
  const [chats, setChats] = useState(() => read(key));
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === key) setChats(readChats(event.newValue));
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, [key]);
  const change = useCallback(
    (next: (chats: AskedChat[]) => AskedChat[]) => {
      const changed = next(read(key));
      setChats(changed);
      write(key, changed);
    },
    [key],
  );
  const find = useCallback((id: string) => chats.find((chat) => chat.id === id), [chats]);
  const save = useCallback((chat: AskedChat) => change((all) => withChat(all, chat)), [change]);
  const remove = useCallback((id: string) => change((all) => withoutChat(all, id)), [change]);
  return { chats, find, save, remove };
}

function read(key: string): AskedChat[] {
  try {
    return readChats(window.localStorage.getItem(key));
  } catch {
    return [];
  }
}

/** A browser may refuse to store anything: the history then lasts as long as the page. */
function write(key: string, chats: AskedChat[]): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(chats));
  } catch {
    return;
  }
}
