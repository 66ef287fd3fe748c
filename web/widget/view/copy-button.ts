import type { Words } from "../languages/words.ts";
import { icon, iconButton } from "./dom.ts";

const shownMs = 1_800;

/** Copies a text, and says so for a moment. */
export function copyButton(text: () => string, label: string, words: Words): HTMLButtonElement {
  const button = iconButton("copy", label, () => {
    void copy(text()).then(() => {
      button.replaceChildren(icon("check"));
      button.setAttribute("aria-label", words.copied);
      setTimeout(() => {
        button.replaceChildren(icon("copy"));
        button.setAttribute("aria-label", label);
      }, shownMs);
    });
  });
  return button;
}

/** The clipboard's own interface is missing on plain http and in many frames. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.style.position = "fixed";
    area.style.opacity = "0";
    const before = document.activeElement;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
