/** Does something when the reader first selects text, or comes upon a code block. Returns what ends it, or takes it back. */
export function whenTouched(begin: () => Promise<() => void>): () => void {
  const end = new AbortController();
  const { signal } = end;
  let running: Promise<() => void> | undefined;
  const look = ({ type, target }: Event) => {
    const isCode = target instanceof Element && target.closest("pre, code") !== null;
    const isSelected = type === "selectionchange" && document.getSelection()?.isCollapsed === false;
    if (!isCode && !isSelected) return;
    end.abort();
    running = begin();
    running.catch(() => undefined);
  };
  for (const type of ["selectionchange", "pointerover", "focusin"])
    document.addEventListener(type, look, { signal, passive: true });
  return () => {
    end.abort();
    void running?.then((leave) => leave());
  };
}
