/** Boxes whose first control says nothing about where somebody was: there, the page itself is read from its beginning. */
const wholePages = "main, .page, .shell, #root, body, html";
const controls = "a[href], button, input, select, textarea, summary, iframe, [tabindex]";

type Held = { element: Element; trail: Element[] };

/**
 * Whoever uses the keyboard stays where they were when the control that had the focus is removed, hidden or disabled:
 * on what stands beside it, or else in the nearest box around it that is left.
 */
export function keepFocus(): () => void {
  let held: Held | undefined;
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element) held = { element: target, trail: trailOf(target) };
  };
  const onBlur = () =>
    queueMicrotask(() => {
      const isLetGo = document.hasFocus() && document.activeElement === document.body;
      if (held && isLetGo && isUsable(held.element)) held = undefined;
    });
  const observer = new MutationObserver((records) => {
    if (held === undefined || isStillThere(held.element, records)) return;
    const now = document.activeElement;
    if (now !== null && now !== document.body && now !== held.element) return;
    const target = besideGap(records, held.element) ?? nearest(held.trail);
    target?.focus({ preventScroll: true });
  });
  document.addEventListener("focusin", onFocus);
  document.addEventListener("focusout", onBlur);
  observer.observe(document.documentElement, {
    subtree: true,
    childList: true,
    attributeFilter: ["disabled", "hidden", "inert", "open"],
  });
  return () => {
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("focusout", onBlur);
    observer.disconnect();
  };
}

/** An element and all boxes around it, the nearest first. */
export function trailOf(element: Element): Element[] {
  const trail: Element[] = [];
  for (let box: Element | null = element; box; box = box.parentElement) trail.push(box);
  return trail;
}

/** The first of these that is left and can take the focus, or what can be reached first in it. */
export function nearest(trail: readonly Element[]): HTMLElement | null {
  for (const box of trail) {
    if (!box.isConnected) continue;
    if (box.matches(wholePages)) break;
    const control = reachableIn(box);
    if (control) return control;
  }
  return document.querySelector<HTMLElement>("main");
}

/** Whether the focus can be on it; a page's main part takes it too, though Tab does not reach that. */
export function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(":disabled") && element.checkVisibility();
}

/** To ask whether something can be seen is costly, so it is asked only when something may have been hidden. */
function isStillThere(element: Element, records: readonly MutationRecord[]): boolean {
  const mayBeHidden = records.some(({ type }) => type === "attributes");
  return mayBeHidden ? isUsable(element) : element.isConnected;
}

function besideGap(records: readonly MutationRecord[], lost: Element): HTMLElement | undefined {
  for (const { removedNodes, target, nextSibling, previousSibling } of records) {
    const isGap = target.isConnected && [...removedNodes].some((node) => node.contains(lost));
    if (!isGap) continue;
    for (const sibling of [nextSibling, previousSibling]) {
      const control = sibling instanceof Element ? reachableIn(sibling) : undefined;
      if (control) return control;
    }
  }
  return undefined;
}

function reachableIn(box: Element): HTMLElement | undefined {
  if (!box.isConnected) return undefined;
  const inside = [...box.querySelectorAll<HTMLElement>(controls)];
  const all = box instanceof HTMLElement && box.matches(controls) ? [box, ...inside] : inside;
  return all.find((control) => control.tabIndex >= 0 && isUsable(control));
}
