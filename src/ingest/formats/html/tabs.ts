import { attribute, type Element, elementsIn, hasClass, lineOfText, parentOf } from "./element.ts";

/** Each list of tabs looks through the elements around it, so their number is bounded. */
const maxTabLists = 100;
const maxClimb = 3;

/** The label of every tab panel. The lists of labels are taken out, so that a label stands with its text alone. */
export function nameTabs(root: Element): Map<Element, string> {
  const labels = new Map<Element, string>();
  const lists = [...elementsIn(root)].filter(isTabList).slice(0, maxTabLists);
  for (const list of lists) {
    const names = labelsIn(list);
    const panels = panelsNear(list, root, labels).slice(0, names.length);
    for (const [index, panel] of panels.entries()) labels.set(panel, names[index] ?? "");
    if (panels.length > 0) list.childNodes = [];
  }
  return labels;
}

function isTabList(element: Element): boolean {
  if (attribute(element, "role") === "tablist" || hasClass(element, "tabbed-labels")) return true;
  const parent = parentOf(element);
  return hasClass(element, "tabs") && parent !== undefined && hasClass(parent, "vp-code-group");
}

function labelsIn(list: Element): string[] {
  const labels: string[] = [];
  for (const element of elementsIn(list)) {
    if (attribute(element, "role") !== "tab" && element.tagName !== "label") continue;
    labels.push(lineOfText(element).slice(0, 200));
  }
  return labels;
}

/** The panels that no earlier list has named, in the nearest element around the list that holds any. */
function panelsNear(list: Element, root: Element, named: Map<Element, string>): Element[] {
  let around = parentOf(list);
  for (let step = 0; step < maxClimb && around !== undefined; step += 1) {
    const enters = (element: Element) => element !== list && !isPanel(element);
    const panels = [...elementsIn(around, enters)].filter(isPanel);
    const free = panels.filter((panel) => !named.has(panel));
    if (free.length > 0) return free;
    if (around === root) return [];
    around = parentOf(around);
  }
  return [];
}

function isPanel(element: Element): boolean {
  if (attribute(element, "role") === "tabpanel" || hasClass(element, "tabbed-block")) return true;
  const parent = parentOf(element);
  if (parent === undefined || !hasClass(parent, "blocks")) return false;
  const group = parentOf(parent);
  return group !== undefined && hasClass(group, "vp-code-group");
}
