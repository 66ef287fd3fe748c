import { slugger } from "../../page/slug.ts";
import type { PageHeading } from "../rendered-page.ts";
import {
  element,
  hasClass,
  isBlank,
  isElement,
  type PageElement,
  type PageNode,
  textIn,
} from "../tree/page-node.ts";
import { finishNotes } from "./finish-notes.ts";
import { placeWords } from "./place-words.ts";

export type FinishedPage = { body: PageNode[]; title: string | undefined; contents: PageHeading[] };

/** What only the whole page tells: its title, headings in order with their anchors, tables in boxes, notes at the end. */
export function finishPage(nodes: PageNode[], anchors: ReadonlyMap<number, string>): FinishedPage {
  const { title, rest } = takeTitle(nodes);
  const contents: PageHeading[] = [];
  const headings: Headings = {
    anchors,
    anchorIds: new Set(anchors.values()),
    used: new Set(),
    slug: slugger("github"),
    level: 1,
    contents,
  };
  const body = element("", {}, rest);
  finishOperation(body);
  finishNode(body, headings);
  placeWords(body);
  return { body: finishNotes(body.children), title, contents };
}

const call = /^(?:webhook )?(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE) (\/\S*)$/;

/** The page of an operation of an API begins with its method and path. */
function finishOperation(body: PageElement): void {
  const first = body.children.find((node) => isElement(node));
  const [code, ...others] = isElement(first, "p") ? first.children : [];
  const match = isElement(code, "code") && others.length === 0 ? call.exec(textIn(code)) : null;
  if (match === null || !isElement(first, "p")) return;
  const [, method = "", path = ""] = match;
  const css = `dx-method dx-method-${method.toLowerCase()}`;
  first.attributes = { class: "dx-operation" };
  first.children = [element("span", { class: css }, [method]), " ", element("code", {}, [path])];
}

function takeTitle(nodes: PageNode[]): { title: string | undefined; rest: PageNode[] } {
  const index = nodes.findIndex(
    (node) => !isBlank(node) && !(isElement(node, "span") && node.children.length === 0),
  );
  const first = nodes[index];
  if (!isElement(first, "h1")) return { title: undefined, rest: nodes };
  return { title: textIn(first).trim(), rest: nodes.toSpliced(index, 1) };
}

type Headings = {
  anchors: ReadonlyMap<number, string>;
  anchorIds: ReadonlySet<string>;
  used: Set<string>;
  slug(text: string): string;
  /** Of the heading before. */
  level: number;
  contents: PageHeading[];
};

function finishNode(node: PageNode, headings: Headings): void {
  if (typeof node === "string") return;
  if (/^h[1-6]$/.test(node.name)) finishHeading(node, headings);
  if (node.name === "tr" || hasClass(node, "dx-field")) finishField(node, headings);
  node.children.forEach((child, index) => {
    finishNode(child, headings);
    if (isElement(child, "table")) node.children[index] = boxed(child);
  });
  if (node.name === "li") finishTask(node);
}

/** None leaves out a level, so that they can be heard in order; the page's title alone is of the first. */
function finishHeading(heading: PageElement, headings: Headings): void {
  const wanted = Math.max(2, Number(heading.name.slice(1)));
  const level = Math.min(headings.level + 1, wanted);
  headings.level = level;
  heading.name = `h${level}`;
  const title = textIn(heading).replace(/\s+/g, " ").trim();
  const known = heading.attributes.id ?? headings.anchors.get(heading.lines?.first ?? 0);
  const id = known !== undefined && !headings.used.has(known) ? known : headings.slug(title);
  if (id === "" || title === "") return;
  headings.used.add(id);
  heading.attributes = { ...heading.attributes, id };
  const label = `Link to ${title}`;
  heading.children.push(
    element(
      "a",
      { class: "dx-anchor", href: `#${encodeURIComponent(id)}`, "aria-label": label },
      [],
    ),
  );
  if (level === 2 || level === 3) headings.contents.push({ id, title, level });
}

/** Of fields and rows with the same name the first one is found by it, unless a heading is. */
function finishField(field: PageElement, { used, anchorIds }: Headings): void {
  const { id, ...others } = field.attributes;
  if (id === undefined) return;
  if (used.has(id) || anchorIds.has(id)) field.attributes = others;
  else used.add(id);
}

/** Wide tables scroll in a box of their own. */
function boxed(table: PageElement): PageElement {
  return element("div", { class: "dx-table", tabindex: "0" }, [table], table.lines);
}

/** `[ ]` and `[x]` at the start of a list item. */
function finishTask(item: PageElement): void {
  const holder = isElement(item.children[0], "p") ? item.children[0] : item;
  const first = holder.children[0];
  const mark = typeof first === "string" ? /^\[([ xX])\][ \t\n]/.exec(first) : null;
  if (mark === null || typeof first !== "string") return;
  const isDone = mark[1] !== " ";
  const box = element(
    "span",
    {
      class: isDone ? "dx-task dx-task-done" : "dx-task",
      role: "img",
      "aria-label": isDone ? "Done:" : "To do:",
    },
    [],
  );
  holder.children.splice(0, 1, box, first.slice(mark[0].length));
  item.attributes = { ...item.attributes, class: "dx-task-item" };
}
