import type { ContextItem } from "../../../src/contract/assistant.ts";

export type Selected = { item: ContextItem; near: DOMRect };

const shortest = 3;
const longest = 20_000;

/** What the reader has selected in the page itself; undefined for nothing, or for text in a field. */
export function selectedText(path: string, own: Element): Selected | undefined {
  const selection = document.getSelection();
  const value = selection?.toString().trim() ?? "";
  if (!selection || selection.isCollapsed || value.length < shortest) return undefined;
  const range = selection.getRangeAt(0);
  const node = range.commonAncestorContainer;
  const element = node instanceof Element ? node : node.parentElement;
  if (!element || element.closest("input, textarea, [contenteditable]") || own.contains(element))
    return undefined;
  const near = range.getBoundingClientRect();
  if (near.width === 0 && near.height === 0) return undefined;
  const elementId = idOf(element);
  const isCode = element.closest("pre") !== null;
  const type = isCode ? "code" : "textSelection";
  return {
    item: { type, value: value.slice(0, longest), path, ...(elementId && { elementId }) },
    near,
  };
}

/** A whole code block of the page. */
export function codeOf(block: Element, path: string): ContextItem | undefined {
  const code = block.matches("pre") ? (block.querySelector("code") ?? block) : block;
  const value = code.textContent?.trim() ?? "";
  const elementId = idOf(block);
  if (value.length < shortest) return undefined;
  return { type: "code", value: value.slice(0, longest), path, ...(elementId && { elementId }) };
}

/** The nearest name in the page, by which a link could lead back to the place. */
function idOf(element: Element): string {
  return (element.closest("[id]")?.id ?? "").slice(0, 500);
}

/** Above a place in the page and inside the window. */
export function placeAt(button: HTMLElement, near: DOMRect, corner: "above" | "inside"): void {
  const { offsetWidth: width, offsetHeight: height } = button;
  const left = corner === "above" ? near.left + near.width / 2 - width / 2 : near.right - width - 8;
  const above = near.top - height - 8;
  const top = corner === "above" ? (above > 4 ? above : near.bottom + 8) : near.bottom - height - 8;
  const inWidth = Math.max(4, Math.min(left, innerWidth - width - 4));
  const inHeight = Math.max(4, Math.min(top, innerHeight - height - 4));
  button.style.left = `${inWidth}px`;
  button.style.top = `${inHeight}px`;
}
