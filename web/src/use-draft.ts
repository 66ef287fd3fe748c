import { useCallback, useEffect, useState } from "react";
import { draftKey, readDraft, textIn, writeDraft } from "./kept-drafts.ts";
import { useMemberId } from "./session.tsx";

export type Draft = { text: string; setText: (text: string) => void; clear: () => void };

/** Text somebody is writing: it outlasts a reload, another page and a log-in, until it is sent. Others at this browser do not see it. */
export function useDraft(name: string, initial = ""): Draft {
  const key = draftKey(useMemberId(), name);
  const [kept, setKept] = useState(() => ({ key, text: readDraft(key) ?? initial }));
  const text = kept.key === key ? kept.text : (readDraft(key) ?? initial);
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === key) setKept({ key, text: textIn(event.newValue) ?? "" });
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, [key]);
  const setText = useCallback(
    (next: string) => {
      setKept({ key, text: next });
      writeDraft(key, next);
    },
    [key],
  );
  const clear = useCallback(() => setText(""), [setText]);
  return { text, setText, clear };
}
