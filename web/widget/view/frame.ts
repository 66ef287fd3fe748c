import type { Words } from "../languages/words.ts";
import type { Mode } from "../widget-options.ts";
import { h, icon, iconButton } from "./dom.ts";

type FrameDeps = {
  words: Words;
  mode: Mode;
  title: string;
  onReset(): void;
  /** The reader wants it closed. */
  onClose(): void;
};

export type Frame = ReturnType<typeof createFrame>;

const phone = "(max-width: 640px), (max-height: 430px)";

/**
 * The box around everything: a part of the page, or a dialog of the browser's own, which keeps the focus inside where
 * it covers the page and leaves the page alone where it does not. On a phone it covers the page whatever its mode.
 */
export function createFrame({ words, mode, title, onReset, onClose }: FrameDeps) {
  const fresh = iconButton("fresh", words.newConversation, onReset);
  const close = iconButton("close", words.close, onClose);
  const heading = h("h2", { id: "title" }, title);
  const isInline = mode === "inline";
  // No header element: in a dialog it would be a second banner of the page.
  const head = h("div", { class: "head" }, icon("spark", 18), heading, fresh, !isInline && close);
  const inside = h("div", { class: "inside" }, head);
  const attributes = { class: `frame frame-${mode}`, "aria-labelledby": "title" };
  const element = isInline
    ? h("section", attributes, inside)
    : h("dialog", { ...attributes, tabindex: -1 }, inside);
  const small = matchMedia(phone);
  const covers = () => mode === "modal" || small.matches;
  let leaveKeyboard: (() => void) | undefined;

  const show = (dialog: HTMLDialogElement, takesFocus: boolean) => {
    element.classList.toggle("is-sheet", small.matches);
    // A dialog that opens takes the focus, also into a frame where nobody is; one that is inert cannot.
    dialog.inert = !takesFocus;
    if (covers()) dialog.showModal();
    else dialog.show();
    dialog.inert = false;
    if (small.matches) leaveKeyboard = followKeyboard(element);
  };
  const hide = (dialog: HTMLDialogElement) => {
    leaveKeyboard?.();
    leaveKeyboard = undefined;
    dialog.close();
  };
  const onResize = () => {
    if (!(element instanceof HTMLDialogElement) || !element.open) return;
    const root = element.getRootNode();
    const focused = root instanceof ShadowRoot ? root.activeElement : null;
    hide(element);
    show(element, focused !== null);
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  };
  small.addEventListener("change", onResize);
  element.addEventListener("cancel", (event) => {
    event.preventDefault();
    onClose();
  });
  element.addEventListener("keydown", (event) => {
    const isPopover = element.querySelector("[popover]:popover-open") !== null;
    if (event instanceof KeyboardEvent && event.key === "Escape" && !isInline && !isPopover) {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
  });
  element.addEventListener("click", (event) => {
    if (mode === "modal" && event.target === element) onClose();
  });
  return {
    element,
    inside,
    isOpen: () => !(element instanceof HTMLDialogElement) || element.open,
    isCovering: covers,
    open(takesFocus: boolean): void {
      if (element instanceof HTMLDialogElement && !element.open) show(element, takesFocus);
    },
    close: () => void (element instanceof HTMLDialogElement && element.open && hide(element)),
    setFresh(isShown: boolean): void {
      fresh.hidden = !isShown;
    },
    destroy(): void {
      leaveKeyboard?.();
      small.removeEventListener("change", onResize);
    },
  };
}

/** A phone's keyboard covers the window without changing its size: the sheet takes what is left to see. */
function followKeyboard(element: HTMLElement): () => void {
  const view = window.visualViewport;
  const keepInView = () => {
    element.style.setProperty("--sheet-height", `${view?.height ?? innerHeight}px`);
    element.style.setProperty("--sheet-top", `${view?.offsetTop ?? 0}px`);
  };
  keepInView();
  view?.addEventListener("resize", keepInView);
  view?.addEventListener("scroll", keepInView);
  return () => {
    view?.removeEventListener("resize", keepInView);
    view?.removeEventListener("scroll", keepInView);
  };
}
