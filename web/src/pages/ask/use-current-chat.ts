import { useCallback, useState } from "react";
import { randomId } from "../../../shared/random-id.ts";

/** The chat that this tab is at, also after a reload. */
export function useCurrentChat(name: string): [string, (id: string) => void] {
  const key = `docent chat ${name}`;
  const [id, setId] = useState(() => kept(key) ?? keep(key, randomId()));
  const choose = useCallback((next: string) => setId(keep(key, next)), [key]);
  return [id, choose];
}

function kept(key: string): string | undefined {
  try {
    return window.sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A browser may refuse to store anything: a reload then begins a new chat. */
function keep(key: string, id: string): string {
  try {
    window.sessionStorage.setItem(key, id);
  } catch {
    return id;
  }
  return id;
}
