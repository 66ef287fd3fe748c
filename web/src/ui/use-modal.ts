import { type RefObject, useLayoutEffect, useRef } from "react";
import { nearest, trailOf } from "./keep-focus.ts";

/** Opens a dialog over the page; when it is gone, the focus is where it was before, or on what is left of that place. */
export function useModal(
  first: (dialog: HTMLDialogElement) => HTMLElement | null,
): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog is opened once
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = trailOf(document.activeElement ?? document.body);
    if (element && !element.open) {
      element.showModal();
      first(element)?.focus();
    }
    return () => {
      element?.close();
      nearest(before)?.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}
