import type { PanelCore } from "./panel-core.ts";

/** Follows other tabs, and the line that comes back. Returns what ends it. */
export function followPage({ store, chat }: PanelCore, isOpen: () => boolean): () => void {
  const end = new AbortController();
  const { signal } = end;
  window.addEventListener(
    "storage",
    ({ key }) => {
      if (key !== store.key() && key !== null) return;
      store.load();
      if (isOpen()) chat.resume();
    },
    { signal },
  );
  window.addEventListener("online", () => chat.online(), { signal });
  return () => end.abort();
}
