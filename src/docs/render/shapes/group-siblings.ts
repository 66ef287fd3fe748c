import {
  element,
  hasClass,
  isElement,
  type LineRange,
  type PageElement,
  type PageNode,
} from "../tree/page-node.ts";
import { quotedCallout } from "./callout-shape.ts";

/** Neighbours that belong together although nothing around them says so: tabs, steps, terms with what they mean. */
export function groupSiblings(nodes: PageNode[]): PageNode[] {
  if (!nodes.some(isLoose)) return nodes;
  const grouped: PageNode[] = [];
  for (const node of nodes) {
    if (isElement(node, "blockquote")) grouped.push(...quotedCallout(node));
    else if (hasClass(node, "dx-tab"))
      join(grouped, node, () => element("div", { class: "dx-tabs" }, []));
    else if (hasClass(node, "dx-step"))
      join(grouped, node, () => element("ol", { class: "dx-steps" }, []));
    else if (isElement(node, "dd")) join(grouped, node, () => definitionList(grouped.pop()));
    else grouped.push(node);
  }
  return grouped;
}

function isLoose(node: PageNode): boolean {
  if (!isElement(node)) return false;
  return (
    node.name === "blockquote" ||
    node.name === "dd" ||
    hasClass(node, "dx-tab") ||
    hasClass(node, "dx-step")
  );
}

/** Puts the node into the group that stands before it, or into a new one. */
function join(grouped: PageNode[], node: PageElement, make: () => PageElement): void {
  const last = grouped.at(-1);
  const isOpen = isElement(last) && openGroups.has(last);
  const group = isOpen ? last : make();
  if (!isOpen) {
    grouped.push(group);
    openGroups.add(group);
  }
  group.children.push(node);
  group.lines = spanOf(group.lines ?? node.lines, node.lines);
}

const openGroups = new WeakSet<PageElement>();

/** The paragraph before the first meaning is the term; each of its lines is one. */
function definitionList(before: PageNode | undefined): PageElement {
  if (!isElement(before, "p"))
    return element("dl", {}, before === undefined ? [] : [element("dt", {}, [before])]);
  return element("dl", {}, [element("dt", {}, before.children, before.lines)], before.lines);
}

function spanOf(first: LineRange | undefined, last: LineRange | undefined): LineRange | undefined {
  if (first === undefined || last === undefined) return first ?? last;
  return { first: Math.min(first.first, last.first), last: Math.max(first.last, last.last) };
}
