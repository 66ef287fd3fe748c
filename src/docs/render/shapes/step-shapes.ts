import { element, hasClass, isElement, type PageNode } from "../tree/page-node.ts";
import type { Built } from "./built.ts";

export function stepShape({ mark, children, lines }: Built): PageNode[] {
  const title = mark.attributes.get("title") ?? mark.attributes.get("label");
  const head = title === undefined ? [] : [element("p", { class: "dx-step-title" }, [title])];
  const id = mark.attributes.get("id");
  const attributes: Record<string, string> = { class: "dx-step", ...(id !== undefined && { id }) };
  return [element("li", attributes, [...head, ...children], lines)];
}

/** Steps one after the other; a list or headings inside are steps as well. */
export function stepsShape({ children, lines }: Built): PageNode[] {
  const steps = children.flatMap((child) =>
    hasClass(child, "dx-steps") ? child.children : [child],
  );
  if (steps.some((child) => hasClass(child, "dx-step"))) {
    const own = steps.map((child) =>
      isElement(child, "li") ? child : element("li", { class: "dx-aside" }, [child]),
    );
    return [element("ol", { class: "dx-steps" }, own, lines)];
  }
  const lists = steps.filter((child) => isElement(child, "ol"));
  if (lists.length > 0) {
    for (const list of lists) if (isElement(list)) list.attributes.class = "dx-steps";
    return steps;
  }
  return [element("ol", { class: "dx-steps" }, stepsByHeading(steps), lines)];
}

function stepsByHeading(nodes: PageNode[]): PageNode[] {
  const level = nodes
    .flatMap((node) => (isElement(node) ? (/^h([2-6])$/.exec(node.name)?.[0] ?? []) : []))
    .sort()[0];
  const steps: PageNode[][] = [];
  for (const node of nodes) {
    const last = steps.at(-1);
    if (last === undefined || (level !== undefined && isElement(node, level))) steps.push([node]);
    else last.push(node);
  }
  return steps.map((children) => element("li", { class: "dx-step" }, children));
}
