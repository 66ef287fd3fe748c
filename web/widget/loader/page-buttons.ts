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

/** A whole code block of the page. Highlighters make an element of each line, some with the line's end in it and some without. */
export function codeOf(block: HTMLElement, path: string): ContextItem | undefined {
  const code = block.matches("pre") ? (block.querySelector<HTMLElement>("code") ?? block) : block;
  const text = code.textContent.trim();
  const value = text.includes("\n") ? text : code.innerText.trim();
  const elementId = idOf(block);
  if (value.length < shortest) return undefined;
  return { type: "code", value: value.slice(0, longest), path, ...(elementId && { elementId }) };
}

/** The id of its own, else that of the nearest heading before it: a link to it leads back to the place. */
function idOf(element: Element): string {
  const own = element.closest("pre, figure, p, li, td")?.id;
  if (own) return own.slice(0, 500);
  const headings = [...document.querySelectorAll(":is(h1, h2, h3, h4, h5, h6)[id]")];
  const isBefore = (heading: Element) =>
    heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
  return (headings.findLast(isBefore)?.id ?? "").slice(0, 500);
}

/** Above a place in the page or in its corner, inside the window and beside an open panel. */
export function placeAt(
  button: HTMLElement,
  {
    near,
    corner,
    panel,
  }: { near: DOMRect; corner: "above" | "inside"; panel: DOMRect | undefined },
): void {
  const { offsetWidth: width, offsetHeight: height } = button;
  const isPanelLeft = panel !== undefined && panel.left < innerWidth / 2;
  const from = isPanelLeft ? panel.right + 4 : 4;
  const to = panel && !isPanelLeft ? panel.left - 4 : innerWidth - 4;
  const isAbove = corner === "above";
  const left = isAbove ? near.left + near.width / 2 - width / 2 : near.right - width - 8;
  const above = near.top - height - 8;
  const below = isAbove ? near.bottom + 8 : near.bottom - height - 8;
  const top = isAbove && above > 4 ? above : below;
  button.style.left = `${Math.max(from, Math.min(left, to - width))}px`;
  button.style.top = `${Math.max(4, Math.min(top, innerHeight - height - 4))}px`;
}
