import { isElement, type PageNode, textIn } from "../tree/page-node.ts";
import type { Built } from "./built.ts";
import { idIfPlain } from "./inline-shape.ts";

/** A table whose rows are led to by what stands in their first cell, behind the name of the table. */
export function namedRowsShape({ mark, children }: Built): PageNode[] {
  const name = mark.attributes.get("name") ?? "";
  const visit = (node: PageNode): void => {
    if (typeof node === "string" || node.name === "thead") return;
    if (node.name !== "tr") {
      node.children.forEach(visit);
      return;
    }
    const cell = node.children.find((child) => isElement(child, "td"));
    const entry = cell === undefined ? "" : textIn(cell).trim();
    if (entry !== "")
      Object.assign(node.attributes, idIfPlain(name === "" ? entry : `${name}-${entry}`));
  };
  children.forEach(visit);
  return children;
}
