import { element, isElement, type PageNode } from "../tree/page-node.ts";
import type { Built } from "./built.ts";

/** A tree of files: a list of names, with lists in it for folders. */
export function filesShape({ children, lines }: Built): PageNode[] {
  const items = children.filter((child) => isElement(child, "li"));
  const inner = items.length > 0 ? [element("ul", {}, items)] : children;
  return [element("div", { class: "dx-files" }, inner, lines)];
}

export function fileShape({ mark, children, lines }: Built): PageNode[] {
  const name = mark.attributes.get("name") ?? mark.attributes.get("title") ?? "";
  const items = children.filter((child) => isElement(child, "li"));
  const below = items.length > 0 ? [element("ul", {}, items)] : children;
  return [element("li", {}, name === "" ? below : [element("code", {}, [name]), ...below], lines)];
}
