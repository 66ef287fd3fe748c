import { element, isElement, type PageNode } from "../tree/page-node.ts";
import type { Built } from "./built.ts";

/** What can be opened: its title is what HTML calls a summary. */
export function foldShape({ mark, children, lines }: Built): PageNode[] {
  const { attributes, flags } = mark;
  const own = children.find((child) => isElement(child, "summary"));
  const title = ["title", "summary", "label", "name", "header", "question", "description"].flatMap(
    (key) => attributes.get(key) ?? [],
  )[0];
  const summary = own ?? element("summary", {}, [title ?? "Details"]);
  const description = attributes.get("description");
  const about = description === title ? undefined : description;
  const more: PageNode[] =
    about === undefined ? [] : [element("p", { class: "dx-label" }, [about])];
  const isOpen = ["open", "defaultOpen", "isOpen", "expanded"].some((flag) => flags.has(flag));
  const open: Record<string, string> = isOpen ? { open: "" } : {};
  const id = attributes.get("id");
  const rest = children.filter((child) => child !== own);
  return [
    element(
      "details",
      { class: "dx-fold", ...(id !== undefined && { id }), ...open },
      [summary, ...more, ...rest],
      lines,
    ),
  ];
}
