import { codeBlock } from "../code/code-block.ts";
import { blockHtml } from "../layout/element-kinds.ts";
import type { MarkElement } from "../layout/mark.ts";
import type { PageAddresses } from "../page-addresses.ts";
import type { OpeningMark } from "../tree/growth.ts";
import { element, isElement, type PageElement, type PageNode, wordsOf } from "../tree/page-node.ts";
import type { Built } from "./built.ts";
import { calloutShape } from "./callout-shape.ts";
import { cardShape, cardsShape } from "./card-shapes.ts";
import { fieldShape } from "./field-shape.ts";
import { fileShape, filesShape } from "./file-shapes.ts";
import { foldShape } from "./fold-shape.ts";
import { groupSiblings } from "./group-siblings.ts";
import { htmlShape } from "./html-shape.ts";
import { inlineShape } from "./inline-shape.ts";
import { linkAttributes } from "./link-shapes.ts";
import { mediaShape } from "./media-shape.ts";
import { namedRowsShape } from "./named-rows-shape.ts";
import { type ShapeName, shapeNamed } from "./shape-names.ts";
import { stepShape, stepsShape } from "./step-shapes.ts";
import { codeGroupShape, tabShape, tabsShape } from "./tab-shapes.ts";

type Shape = (built: Built) => PageNode[];

const shapes: Record<ShapeName, Shape> = {
  callout: calloutShape,
  tabs: tabsShape,
  tab: tabShape,
  codeGroup: codeGroupShape,
  steps: stepsShape,
  step: stepShape,
  cards: cardsShape,
  card: cardShape,
  fold: foldShape,
  group: ({ children, lines }) => [element("div", { class: "dx-folds" }, children, lines)],
  field: fieldShape,
  figure: figureShape,
  namedRows: namedRowsShape,
  update: updateShape,
  definition: ({ children, lines }) => [element("dd", {}, children, lines)],
  footnote: ({ mark, children, lines }) => [
    element("footnote", { label: mark.attributes.get("label") ?? "" }, children, lines),
  ],
  code: codeShape,
  media: mediaShape,
  files: filesShape,
  file: fileShape,
  plain: ({ children }) => children,
  silent: () => [],
};

/** What a component is shown as: its equivalent in HTML, or its words and what it holds where none is known. */
export function shapeMark(
  mark: OpeningMark,
  built: PageElement,
  addresses: PageAddresses,
): PageNode[] {
  const { element: own } = mark;
  const children = groupSiblings(built.children);
  const parts: Built = { mark: own, children, lines: built.lines, addresses };
  const inline = inlineShape(parts);
  if (inline !== undefined) return inline;
  const shape = shapeNamed(own.name);
  if (shape !== undefined && !isPlainHtml(own)) return shapes[shape](parts);
  return htmlShape(parts) ?? unknownShape(parts);
}

/** Whether there is an equivalent for it. */
export function isShownAs(mark: MarkElement): boolean {
  if (shapeNamed(mark.name) !== undefined || blockHtml.has(mark.name)) return true;
  const none = { link: () => undefined, image: () => undefined };
  return inlineShape({ mark, children: [], lines: undefined, addresses: none }) !== undefined;
}

/** Names that HTML has as well; a component has what HTML does not: a title, or code in an attribute. */
function isPlainHtml({ name, attributes }: MarkElement): boolean {
  if (name === "code") return !attributes.has("code");
  return name === "figure" && !attributes.has("caption") && !attributes.has("title");
}

const readable = ["title", "label", "heading", "description", "caption", "text"];

/** A component that nobody knows shows the words of its attributes and what stands in it. */
function unknownShape({ mark, children, lines, addresses }: Built): PageNode[] {
  const words = readable.flatMap((name) => mark.attributes.get(name) ?? []);
  const link = linkAttributes(mark.attributes.get("href") ?? "", addresses);
  // The title of a link that has words of its own says the same again.
  if (link !== undefined && mark.attributes.has("href"))
    return [element("p", {}, [element("a", link, linkWords(children, words))], lines)];
  if (words.length === 0 && children.length === 0) return [];
  const title = words.map((text, index) =>
    element("p", index === 0 ? { class: "dx-label" } : {}, [text]),
  );
  return [element("div", { class: "dx-component" }, [...title, ...children], lines)];
}

function linkWords(children: PageNode[], [first = "Link"]: string[]): PageNode[] {
  const words = wordsOf(children).flatMap((node) =>
    isElement(node, "p") ? node.children : [node],
  );
  return words.length > 0 && words.every((node) => !isElement(node, "div")) ? words : [first];
}

function figureShape({ mark, children, lines }: Built): PageNode[] {
  const caption = mark.attributes.get("caption") ?? mark.attributes.get("title");
  const below = caption === undefined ? [] : [element("figcaption", {}, [caption])];
  return [element("figure", { class: "dx-frame" }, [...children, ...below], lines)];
}

function updateShape({ mark, children, lines }: Built): PageNode[] {
  const words = ["label", "date", "title", "description"].flatMap(
    (key) => mark.attributes.get(key) ?? [],
  );
  const head =
    words.length === 0 ? [] : [element("p", { class: "dx-update-label" }, [words.join(" · ")])];
  return [element("div", { class: "dx-update" }, [...head, ...children], lines)];
}

/** `<Code code="…" lang="js" />`. */
function codeShape({ mark, children, lines }: Built): PageNode[] {
  const code = mark.attributes.get("code");
  if (code === undefined || lines === undefined) return children;
  const title = mark.attributes.get("title") ?? mark.attributes.get("filename");
  const language = mark.attributes.get("lang") ?? mark.attributes.get("language") ?? "";
  const info = title === undefined ? language : `${language} title="${title.replaceAll('"', "'")}"`;
  return [
    codeBlock({ info, lines: code.split("\n"), firstLine: lines.first, lastLine: lines.last }),
  ];
}
