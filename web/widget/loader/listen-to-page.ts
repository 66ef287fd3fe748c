import type { ContextItem } from "../../../src/contract/assistant.ts";
import type { WidgetOptions } from "../widget-options.ts";
import { attempt } from "./attempt.ts";
import { isHotkey, isTyped } from "./hotkey.ts";

type PageDeps = {
  /** The widget's own element: the same keys close it again, also from its own field. */
  host: HTMLElement;
  launcher: HTMLElement;
  options(): WidgetOptions;
  /** What the reader has selected. */
  selected(): ContextItem | undefined;
  toggle(context?: ContextItem[]): void;
  /** Brings the panel before it is needed. */
  warm(): unknown;
};

/** Everything that opens the panel: its button, the site's own triggers, the keys. Returns what ends it. */
export function listenToPage(deps: PageDeps): () => void {
  const { host, launcher, options, selected, toggle, warm } = deps;
  const end = new AbortController();
  const { signal } = end;
  launcher.addEventListener("click", () => toggle(), { signal });
  launcher.addEventListener("pointerenter", () => void warm(), { signal, once: true });
  document.addEventListener(
    "click",
    (event) => {
      if (!isTrigger(event.target, options().trigger)) return;
      event.preventDefault();
      toggle();
    },
    { signal },
  );
  document.addEventListener(
    "keydown",
    (event) => {
      const hotkey = options().hotkey ?? "mod+i";
      if (hotkey === "off" || event.isComposing || event.defaultPrevented) return;
      const isOwn = event.target === host && hotkey.includes("+");
      if ((!isOwn && isTyped(hotkey, event.composedPath()[0])) || !isHotkey(hotkey, event, isMac()))
        return;
      event.preventDefault();
      const item = selected();
      toggle(item && [item]);
    },
    { signal },
  );
  return () => end.abort();
}

function isTrigger(target: EventTarget | null, trigger: string | undefined): boolean {
  if (!trigger || !(target instanceof Element)) return false;
  return attempt(() => target.closest(trigger)) != null;
}

function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}
