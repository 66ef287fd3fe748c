import type { DefaultTreeAdapterTypes } from "parse5";
import { attribute, type Element, elementsIn, hasClass, rawText } from "./element.ts";

export type MainContent = { root: Element; isWholeBody: boolean };

type Container = (element: Element) => boolean;

/** Where documentation keeps its text, the surest sign first. */
const containers: Container[] = [
  (element) =>
    hasClass(element, "theme-doc-markdown", "md-content__inner", "vp-doc", "sl-markdown-content") ||
    hasClass(element, "bd-article", "devsite-article-body") ||
    attribute(element, "itemprop") === "articleBody",
  (element) => element.tagName === "main" || attribute(element, "role") === "main",
  (element) => hasClass(element, "md-content", "markdown-body", "rst-content"),
  (element) => element.tagName === "article",
  (element) => hasClass(element, "body", "document"),
  (element) => /^(?:content|main-content|main|doc-content)$/.test(attribute(element, "id")),
];

const withoutText = new Set(["script", "style", "template", "svg", "noscript", "head"]);

/** The element that holds the text of a page; undefined when the page has none. */
export function findMainContent(
  document: DefaultTreeAdapterTypes.Document,
): MainContent | undefined {
  const found: (Element | undefined)[] = containers.map(() => undefined);
  let body: Element | undefined;
  for (const element of elementsIn(document, ({ tagName }) => !withoutText.has(tagName))) {
    if (element.tagName === "body") {
      body ??= element;
      continue;
    }
    for (const [rank, isContainer] of containers.entries()) {
      if (found[rank] === undefined && isContainer(element)) found[rank] = element;
    }
  }
  const root = found.find((element) => element !== undefined && hasText(element));
  if (root !== undefined) return { root, isWholeBody: false };
  return body === undefined ? undefined : { root: body, isWholeBody: true };
}

function hasText(element: Element): boolean {
  return rawText(element).trim() !== "";
}
