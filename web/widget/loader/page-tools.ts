import type { ContextItem } from "../../../src/contract/assistant.ts";
import type { WidgetOptions } from "../widget-options.ts";
import { codeOf, placeAt, selectedText } from "./page-buttons.ts";
import { pageToolWords } from "./page-tool-words.ts";

export type ToolsDeps = {
  /** The widget's own element: what is inside it is no part of the page. */
  host: HTMLElement;
  pill: HTMLButtonElement;
  codePill: HTMLButtonElement;
  /** What holds the buttons, in the language of the interface. */
  tools: HTMLElement;
  label(button: HTMLElement, text: string): void;
  options(): WidgetOptions;
  path(): string;
  /** What is selected now. */
  onSelected(item: ContextItem | undefined): void;
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

function followSelection(deps: ToolsDeps): () => void {
  const { host, pill, tools, label, options, path, onSelected, onAsk } = deps;
  const end = new AbortController();
  const { signal } = end;
  let timer = 0;
  const look = () => {
    const found = options().select === "off" ? undefined : selectedText(path(), host);
    pill.hidden = !found;
    label(pill, pageToolWords(tools.lang).askAbout);
    onSelected(found?.item);
    if (found) placeAt(pill, { near: found.near, corner: "above", panel: panelOf(host) });
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
  // It was loaded because something was selected.
  look();
  return () => {
    clearTimeout(timer);
    end.abort();
  };
}

function followCode(deps: ToolsDeps): () => void {
  const { host, codePill, tools, label, options, path, onAsk } = deps;
  const end = new AbortController();
  const { signal } = end;
  let block: HTMLElement | undefined;
  const show = ({ target }: { target: EventTarget | null | undefined }) => {
    const { codeButtons = "pre" } = options();
    const found = target instanceof Element ? blockAt(target, codeButtons) : null;
    if (target === host || (found && found === block && !codePill.hidden)) return;
    block = found && codeOf(found, "") ? found : undefined;
    codePill.hidden = block === undefined;
    label(codePill, pageToolWords(tools.lang).askCode);
    move();
  };
  const move = () => {
    if (!block || codePill.hidden) return;
    const near = block.getBoundingClientRect();
    placeAt(codePill, { near, corner: "inside", panel: panelOf(host) });
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
  show({ target: [...document.querySelectorAll(":hover")].at(-1) ?? document.activeElement });
  return () => end.abort();
}

/** A selector of the site's may be wrong; then there are no buttons. "off" is none. */
function blockAt(target: Element, selector: string): HTMLElement | null {
  if (selector === "off") return null;
  try {
    return target.closest<HTMLElement>(selector);
  } catch {
    return null;
  }
}

/** Where the panel stands in the way while it is open. */
function panelOf(host: HTMLElement): DOMRect | undefined {
  return host.shadowRoot?.querySelector("dialog[open]")?.getBoundingClientRect();
}
