import { useCallback, useEffect, useState } from "react";

const prefix = "docent draft ";
const mostCharacters = 100_000;

export type Draft = { text: string; setText: (text: string) => void; clear: () => void };

/** Text somebody is writing: it outlasts a reload, another page and a log-in, until it is sent. */
export function useDraft(name: string, initial = ""): Draft {
  const key = prefix + name;
  const [kept, setKept] = useState(() => ({ key, text: read(key) ?? initial }));
  const text = kept.key === key ? kept.text : (read(key) ?? initial);
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === key) setKept({ key, text: event.newValue ?? "" });
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, [key]);
  const setText = useCallback(
    (next: string) => {
      setKept({ key, text: next });
      write(key, next);
    },
    [key],
  );
  const clear = useCallback(() => setText(""), [setText]);
  return { text, setText, clear };
}

function read(key: string): string | undefined {
  try {
    return window.localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A browser may refuse to store anything: the text on the page is still there. */
function write(key: string, text: string): void {
  try {
    if (text === "") window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, text.slice(0, mostCharacters));
  } catch {
    return;
  }
}
