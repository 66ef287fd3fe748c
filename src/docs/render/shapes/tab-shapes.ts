import { element, hasClass, type PageNode } from "../tree/page-node.ts";
import type { Built } from "./built.ts";

const titleKeys = ["title", "label", "name", "heading", "value", "header"];

export function tabShape({ mark, children, lines }: Built): PageNode[] {
  const title = titleKeys.flatMap((key) => mark.attributes.get(key) ?? [])[0] ?? "";
  return [tab(title, children, lines)];
}

/** One below the other, each under its title, until a script makes tabs of them. */
function tab(title: string, children: PageNode[], lines: Built["lines"]): PageNode {
  const head = title === "" ? [] : [element("p", { class: "dx-tab-title" }, [title])];
  return element("div", { class: "dx-tab", "data-title": title }, [...head, ...children], lines);
}

export function tabsShape({ mark, children, lines }: Built): PageNode[] {
  const names = (mark.attributes.get("items") ?? mark.attributes.get("tabnames") ?? "").split(", ");
  const code = children.filter((child) => hasClass(child, "dx-code"));
  const held = children.flatMap((child) => (hasClass(child, "dx-tabs") ? child.children : [child]));
  const isOfCode = code.length > 1 && code.length === children.length;
  let index = -1;
  const named = (isOfCode ? code.map(codeTab) : held).map((child) => {
    if (!hasClass(child, "dx-tab")) return child;
    index += 1;
    const title = names[index];
    if (child.attributes["data-title"] !== "" || title === undefined || title === "") return child;
    return tab(title, child.children, child.lines);
  });
  return [element("div", { class: "dx-tabs" }, named, lines)];
}

/** Several ways to say the same in code, each under the title of its block. */
export function codeGroupShape({ children, lines }: Built): PageNode[] {
  const code = children.filter((child) => hasClass(child, "dx-code"));
  if (code.length < 2) return children;
  const others = children.filter((child) => !hasClass(child, "dx-code"));
  return [...others, element("div", { class: "dx-tabs dx-code-tabs" }, code.map(codeTab), lines)];
}

function codeTab(block: PageNode): PageNode {
  if (typeof block === "string") return block;
  const { "data-title": title, ...attributes } = block.attributes;
  const label = title ?? languageIn(block.children) ?? "Code";
  return tab(label, [{ ...block, attributes }], block.lines);
}

function languageIn(children: PageNode[]): string | undefined {
  for (const child of children) {
    if (typeof child === "string") continue;
    if (child.attributes.class === "dx-code-language") return String(child.children[0] ?? "");
    const inner = languageIn(child.children);
    if (inner !== undefined) return inner;
    if (child.name === "pre") return undefined;
  }
  return undefined;
}
