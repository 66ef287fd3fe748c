import type { DefaultTreeAdapterTypes } from "parse5";

export type Element = DefaultTreeAdapterTypes.Element;
export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Parent = DefaultTreeAdapterTypes.ParentNode;

export function isElement(node: Node | Parent): node is Element {
  return "tagName" in node;
}

export function attribute(element: Element, name: string): string {
  return element.attrs.find((held) => held.name === name)?.value ?? "";
}

export function isHeading({ tagName }: Element): boolean {
  return /^h[1-6]$/.test(tagName);
}

export function hasAttribute(element: Element, name: string): boolean {
  return element.attrs.some((held) => held.name === name);
}

export function classesOf(element: Element): string[] {
  return attribute(element, "class").slice(0, 1000).split(/\s+/).slice(0, 50);
}

export function hasClass(element: Element, ...names: string[]): boolean {
  return classesOf(element).some((held) => names.includes(held));
}

export function parentOf(element: Element): Element | undefined {
  const parent = element.parentNode;
  return parent !== null && isElement(parent) ? parent : undefined;
}

/** The elements right below one that have any of these tags. */
export function childrenOf(element: Element, ...tags: string[]): Element[] {
  return element.childNodes.filter(isElement).filter(({ tagName }) => tags.includes(tagName));
}

/** The elements below a node in the order of the page. `enters` says whether to look inside one. */
export function* elementsIn(
  root: Parent,
  enters: (element: Element) => boolean = () => true,
): Generator<Element> {
  const waiting: Node[] = root.childNodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isElement(node)) continue;
    yield node;
    if (enters(node)) pushChildren(waiting, node);
  }
}

/** All text below a node, in order. */
export function rawText(root: Node | Parent): string {
  const texts: string[] = [];
  const waiting: (Node | Parent)[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.nodeName === "#text" && "value" in node) texts.push(node.value);
    if ("childNodes" in node) pushChildren(waiting, node);
  }
  return texts.join("");
}

/** On a stack, so that the first child is taken next. A spread of them all could be too many arguments. */
export function pushChildren<Step>(stack: (Node | Step)[], { childNodes }: Parent): void {
  for (let index = childNodes.length - 1; index >= 0; index -= 1) {
    const child = childNodes[index];
    if (child !== undefined) stack.push(child);
  }
}

export function lineOfText(root: Node | Parent): string {
  return collapse(rawText(root)).trim();
}

/** Space as a browser shows it; marks that only say where a word may break are dropped. */
export function collapse(text: string): string {
  return text.replace(/[\u00AD\u200B\u2060\uFEFF]/g, "").replace(/\s+/g, " ");
}
