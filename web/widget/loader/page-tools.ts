import type { ContextItem } from "../../../src/contract/assistant.ts";
import type { WidgetOptions } from "../widget-options.ts";
import { codeOf, placeAt, selectedText } from "./page-buttons.ts";

export type ToolsDeps = {
  /** The widget's own element: what is inside it is no part of the page. */
  host: HTMLElement;
  pill: HTMLButtonElement;
  codePill: HTMLButtonElement;
  options(): WidgetOptions;
  path(): string;
  onAsk(context: ContextItem[]): void;
};

const settleMs = 180;

/**
 * The two buttons that come up over the page: for selected text, and for the code block under the pointer or the focus.
 * They float above the page and change nothing in it. Returns what ends it.
 */
export function addPageTools(deps: ToolsDeps): () => void {
  const leave = [followSelection(deps), followCode(deps)];
  return () => {
    for (const end of leave) end();
  };
}

function followSelection({ host, pill, options, path, onAsk }: ToolsDeps): () => void {
  const end = new AbortController();
  const { signal } = end;
  let timer = 0;
  const look = () => {
    const found = options().select === "off" ? undefined : selectedText(path(), host);
    pill.hidden = !found;
    if (found) placeAt(pill, found.near, "above");
  };
  const onSelection = () => {
    clearTimeout(timer);
    pill.hidden = true;
    timer = window.setTimeout(look, settleMs);
  };
  const move = () => {
    if (!pill.hidden) look();
  };
  document.addEventListener("selectionchange", onSelection, { signal });
  window.addEventListener("scroll", move, { signal, passive: true, capture: true });
  window.addEventListener("resize", move, { signal, passive: true });
  // The selection would be gone before the click arrives.
  pill.addEventListener("pointerdown", (event) => event.preventDefault(), { signal });
  pill.addEventListener(
    "click",
    () => {
      const item = selectedText(path(), host)?.item;
      pill.hidden = true;
      if (item) onAsk([item]);
    },
    { signal },
  );
  return () => {
    clearTimeout(timer);
    end.abort();
  };
}

function followCode({ host, codePill, options, path, onAsk }: ToolsDeps): () => void {
  const end = new AbortController();
  const { signal } = end;
  let block: Element | undefined;
  const show = ({ target }: Event) => {
    if (target === host) return;
    const { codeButtons = "pre" } = options();
    const found = target instanceof Element ? blockAt(target, codeButtons) : null;
    block = found && codeOf(found, "") ? found : undefined;
    codePill.hidden = block === undefined;
    move();
  };
  const move = () => {
    if (block && !codePill.hidden) placeAt(codePill, block.getBoundingClientRect(), "inside");
  };
  document.addEventListener("pointerover", show, { signal, passive: true });
  document.addEventListener("focusin", show, { signal });
  window.addEventListener("scroll", move, { signal, passive: true, capture: true });
  codePill.addEventListener(
    "click",
    () => {
      const item = block && codeOf(block, path());
      codePill.hidden = true;
      if (item) onAsk([item]);
    },
    { signal },
  );
  return () => end.abort();
}

/** A selector of the site's may be wrong; then there are no buttons. "off" is none. */
function blockAt(target: Element, selector: string): Element | null {
  if (selector === "off") return null;
  try {
    return target.closest(selector);
  } catch {
    return null;
  }
}
