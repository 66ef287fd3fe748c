import type { Citation } from "../../../src/contract/answer-events.ts";
import type { MarkdownNode, MarkdownTag } from "../../shared/markdown/markdown-node.ts";
import type { Words } from "../languages/words.ts";
import { readMarkdown } from "../markdown/read-markdown.ts";
import { codeView } from "./code-view.ts";
import { h } from "./dom.ts";

export type DrawDeps = {
  words: Words;
  /** What a link needs so that it opens as the site wants. */
  linkAttributes(url: string): Record<string, string>;
  /** The marker [n]; undefined where it stays text. */
  marker(number: number): Node | undefined;
};

/** An answer's text as elements. While it grows, only the blocks that changed are drawn again. */
export function createAnswerText(deps: DrawDeps) {
  const element = h("div", { class: "prose", dir: "auto" });
  let drawn: string[] = [];
  return {
    element,
    /** `isWhole` draws every block anew: what its markers lead to is known only at the end. */
    update(text: string, isWhole: boolean): void {
      const blocks = readMarkdown(text);
      const keys = blocks.map((block) => JSON.stringify(block));
      const same = isWhole ? 0 : firstDifference(drawn, keys);
      while (element.childNodes.length > same) element.lastChild?.remove();
      for (const block of blocks.slice(same)) element.append(draw(block, deps));
      drawn = keys;
    },
  };
}

function firstDifference(before: string[], now: string[]): number {
  const found = before.findIndex((key, index) => key !== now[index]);
  return found < 0 ? before.length : found;
}

export function citationOf(citations: Citation[], number: number): Citation | undefined {
  return citations.find(({ n, supported }) => n === number && supported);
}

/** Headings of an answer stand below its question. */
const tags: Partial<Record<MarkdownTag, "h4" | "h5" | "h6">> = { h3: "h4", h4: "h5", h5: "h6" };

function draw(node: MarkdownNode, deps: DrawDeps): Node | string {
  switch (node.type) {
    case "text":
      return document.createTextNode(node.text);
    case "code":
      return h("code", {}, node.text);
    case "break":
      return h("br");
    case "fence":
      return codeView(node.text, node.info, deps.words);
    case "marker": {
      const marker = deps.marker(node.number);
      if (!marker) return document.createTextNode(`${node.gap}[${node.number}]${node.tail}`);
      return h("span", { class: "marker-group" }, marker, node.tail);
    }
    case "link":
      return h("a", { href: node.href, ...deps.linkAttributes(node.href) }, ...all(node, deps));
    case "element":
      return drawElement(node, deps);
  }
}

function drawElement(node: MarkdownNode & { type: "element" }, deps: DrawDeps): Node {
  const children = all(node, deps);
  const tag = tags[node.tag] ?? node.tag;
  if (tag === "table")
    return h("div", { class: "table", tabindex: 0 }, h("table", {}, ...children));
  const start = tag === "ol" && node.start !== 1 ? node.start : undefined;
  return h(tag, { start }, ...children);
}

function all(node: { children: MarkdownNode[] }, deps: DrawDeps): (Node | string)[] {
  return node.children.map((child) => draw(child, deps));
}
