import { element, isElement, type PageElement, type PageNode } from "../tree/page-node.ts";

/** Notes stand at the end of the page, numbered in the order in which the text asks for them. */
export function finishNotes(nodes: PageNode[]): PageNode[] {
  const found: Notes = { notes: new Map(), numbers: new Map() };
  const body = takeNotes(nodes, found);
  if (found.notes.size === 0) return body;
  for (const node of body) numberReferences(node, found);
  const order = [...found.notes].sort(
    ([left], [right]) =>
      (found.numbers.get(left) ?? Infinity) - (found.numbers.get(right) ?? Infinity),
  );
  const items = order.map(([label, note]) => noteItem(note, label, found));
  return [
    ...body,
    element("section", { class: "dx-notes", "aria-label": "Notes", role: "doc-endnotes" }, [
      element("ol", {}, items),
    ]),
  ];
}

type Notes = { notes: Map<string, PageElement>; numbers: Map<string, number> };

function takeNotes(nodes: PageNode[], found: Notes): PageNode[] {
  return nodes.filter((node) => {
    if (!isElement(node)) return true;
    if (node.name === "footnote") {
      const { label = "" } = node.attributes;
      if (!found.notes.has(label)) found.notes.set(label, node);
      return false;
    }
    node.children = takeNotes(node.children, found);
    return true;
  });
}

function numberReferences(node: PageNode, found: Notes): void {
  if (typeof node === "string") return;
  node.children.forEach((child, index) => {
    if (!isElement(child, "footnote-reference")) {
      numberReferences(child, found);
      return;
    }
    const { label = "" } = child.attributes;
    node.children[index] = found.notes.has(label) ? reference(label, found) : `[^${label}]`;
  });
}

function reference(label: string, { numbers }: Notes): PageNode {
  const known = numbers.get(label);
  const number = known ?? numbers.size + 1;
  numbers.set(label, number);
  const id: Record<string, string> = known === undefined ? { id: `dx:note-ref-${number}` } : {};
  const link = { ...id, href: `#dx:note-${number}`, "aria-label": `Note ${number}` };
  return element("sup", {}, [element("a", link, [String(number)])]);
}

function noteItem(
  { children, lines }: PageElement,
  label: string,
  { numbers }: Notes,
): PageElement {
  const number = numbers.get(label);
  if (number === undefined) return element("li", {}, children, lines);
  const back = element(
    "a",
    { class: "dx-note-back", href: `#dx:note-ref-${number}`, "aria-label": "Back to the text" },
    ["↩"],
  );
  return element("li", { id: `dx:note-${number}` }, [...children, back], lines);
}
