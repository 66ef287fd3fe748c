import { element, hasClass, type PageNode } from "../tree/page-node.ts";
import type { Built } from "./built.ts";
import { linkAttributes } from "./link-shapes.ts";

export function cardsShape({ mark, children, lines }: Built): PageNode[] {
  const title = mark.attributes.get("title");
  const head = title === undefined ? [] : [element("p", { class: "dx-label" }, [title])];
  const isGrid = children.some((child) => hasClass(child, "dx-card"));
  const css = isGrid ? "dx-cards" : "dx-columns";
  return [...head, element("div", { class: css }, children, lines)];
}

/** The title is the link; its area is the whole card. */
export function cardShape({ mark, children, lines, addresses }: Built): PageNode[] {
  const { attributes } = mark;
  const title = attributes.get("title") ?? attributes.get("name") ?? attributes.get("label");
  const written =
    attributes.get("href") ??
    attributes.get("link") ??
    attributes.get("to") ??
    attributes.get("url");
  const link = written === undefined ? undefined : linkAttributes(written, addresses);
  const text = title ?? (link === undefined ? undefined : written);
  const words: PageNode[] = text === undefined ? [] : [text];
  const named = link === undefined ? words : [element("a", link, words)];
  const head = text === undefined ? [] : [element("p", { class: "dx-card-title" }, named)];
  const about = ["description", "subtitle", "details"].flatMap((key) => attributes.get(key) ?? []);
  const more = about.map((line) => element("p", {}, [line]));
  if (head.length === 0 && more.length === 0)
    return [element("div", { class: "dx-column" }, children, lines)];
  return [element("div", { class: "dx-card" }, [...head, ...more, ...children], lines)];
}
