/** A piece of a page that is shown: text, or an element with what stands in it. */
export type PageNode = string | PageElement;

export type PageElement = {
  name: string;
  attributes: Record<string, string>;
  children: PageNode[];
  /** The lines of the page that it comes from. */
  lines?: LineRange | undefined;
};

/** 1-based, both included. */
export type LineRange = { first: number; last: number };

export function element(
  name: string,
  attributes: Record<string, string>,
  children: PageNode[],
  lines?: LineRange,
): PageElement {
  return { name, attributes, children, lines };
}

export function isElement(node: PageNode | undefined, name?: string): node is PageElement {
  return typeof node === "object" && (name === undefined || node.name === name);
}

export function hasClass(node: PageNode | undefined, name: string): node is PageElement {
  return isElement(node) && (node.attributes.class ?? "").split(" ").includes(name);
}

/** The words in it. */
export function textIn(node: PageNode): string {
  if (typeof node === "string") return node;
  if (node.name === "img") return node.attributes.alt ?? "";
  return node.children.map(textIn).join("");
}

export function isBlank(node: PageNode): boolean {
  return typeof node === "string" && node.trim() === "";
}

/** Paragraphs give way where an element may hold words alone, or has only one of them. */
export function wordsOf(children: PageNode[]): PageNode[] {
  const filled = children.filter((child) => !isBlank(child));
  const [only] = filled;
  if (filled.length === 1 && isElement(only, "p")) return only.children;
  return filled;
}
