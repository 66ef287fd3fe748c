import { escapeLine } from "../../../text/markdown-writing.ts";
import { isBlockTag } from "./block-holders.ts";
import { type Context, maxDepth, maxNesting, nested } from "./context.ts";
import {
  attribute,
  classesOf,
  type Element,
  hasClass,
  isElement,
  lineOfText,
  type Node,
  parentOf,
} from "./element.ts";
import { numberedCode, writeCode } from "./write-code.ts";
import { writeLine, writeParagraph } from "./write-inline.ts";
import { definitionParts, writeDefinitions, writeList } from "./write-list.ts";
import { writeTable } from "./write-table.ts";

/** The paragraphs, lists, tables and code of a part of a page, each as Markdown, in order. */
export function writeBlocks(nodes: Node[], context: Context): string[] {
  const blocks: string[] = [];
  addBlocks(nodes, context, blocks);
  return blocks;
}

function addBlocks(nodes: Node[], context: Context, blocks: string[]): void {
  let line: Node[] = [];
  for (const node of nodes) {
    if (!isElement(node) || !(isBlockTag(node.tagName) || context.holders.has(node))) {
      line.push(node);
      continue;
    }
    addParagraph(line, context, blocks);
    line = [];
    addElement(node, { ...context, depth: context.depth + 1 }, blocks);
  }
  addParagraph(line, context, blocks);
}

function addParagraph(nodes: Node[], context: Context, blocks: string[]): void {
  const text = nodes.length === 0 ? "" : writeParagraph(nodes, context.depth);
  if (text !== "") blocks.push(text);
}

function addElement(element: Element, context: Context, blocks: string[]): void {
  if (context.depth > maxDepth) {
    const text = escapeLine(lineOfText(element));
    if (text !== "") blocks.push(text);
    return;
  }
  const written = writeElement(element, context);
  if (written === undefined) {
    addLabel(context.labels.get(element), blocks);
    addBlocks(element.childNodes, context, blocks);
    return;
  }
  for (const block of written) blocks.push(block);
}

/** undefined for an element that only holds others. */
function writeElement(element: Element, context: Context): string[] | undefined {
  switch (element.tagName) {
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6":
      return writeHeading(element, context);
    case "pre":
      return [writeCode(element)].filter((code) => code !== undefined);
    case "ul":
    case "ol":
    case "menu":
      return writeList(element, context, writeBlocks);
    case "dl":
      return writeSignatures(element, context) ?? writeDefinitions(element, context, writeBlocks);
    case "table":
      return writeAnyTable(element, context);
    case "summary":
    case "label":
      return writeLabel(writeLine(element.childNodes, context.depth));
    case "blockquote":
      return writeQuote(element, context);
    default:
      return isAdmonition(element) ? writeQuote(element, context) : undefined;
  }
}

function addLabel(label: string | undefined, blocks: string[]): void {
  if (label !== undefined) for (const block of writeLabel(escapeLine(label))) blocks.push(block);
}

function writeLabel(line: string): string[] {
  if (line === "") return [];
  return [/^[\p{L}\p{N}][^*]*[\p{L}\p{N}.!?]$/u.test(line) ? `**${line}**` : line];
}

function writeHeading(heading: Element, context: Context): string[] {
  const text = writeLine(heading.childNodes.map(withoutOwnLink), context.depth);
  if (text === "") return [];
  if (context.nesting > 0) return writeLabel(text);
  const level = Number(heading.tagName.slice(1));
  context.heading.level = level;
  return [headingLine(level, text, idOf(heading))];
}

function headingLine(level: number, text: string, id: string): string {
  const line = `${"#".repeat(Math.min(level, 6))} ${text.replace(/#(?=#*$)/, "\\#")}`;
  return /^[\p{L}\p{N}_.:-]{1,200}$/u.test(id) ? `${line} {#${id}}` : line;
}

/** A heading that links to itself is not a link for its reader. */
function withoutOwnLink(node: Node): Node {
  if (!isElement(node) || node.tagName !== "a") return node;
  if (!attribute(node, "href").startsWith("#")) return node;
  return { ...node, tagName: "span", nodeName: "span" };
}

/** Sphinx names the section around a heading, older tools an anchor inside it. */
function idOf(heading: Element): string {
  const own = attribute(heading, "id");
  if (own !== "") return own;
  const inner = heading.childNodes
    .filter(isElement)
    .find(({ tagName }) => /^(?:a|span)$/.test(tagName));
  const named = inner === undefined ? "" : attribute(inner, "id") || attribute(inner, "name");
  if (named !== "") return named;
  const section = parentOf(heading);
  if (section === undefined) return "";
  const isSection = section.tagName === "section" || hasClass(section, "section");
  const isFirst =
    section.childNodes.find((node) => isElement(node) && /^h[1-6]$/.test(node.tagName)) === heading;
  return isSection && isFirst ? attribute(section, "id") : "";
}

/** Functions and classes as Sphinx describes them: each gets a heading, so that it can be found and linked. */
function writeSignatures(list: Element, context: Context): string[] | undefined {
  const parts = definitionParts(list);
  if (context.nesting > 0 || !parts.some((part) => hasClass(part, "sig", "sig-object"))) {
    return undefined;
  }
  const blocks: string[] = [];
  const inner = { ...context, signatures: context.signatures + 1 };
  for (const part of parts) {
    if (part.tagName === "dd") {
      addBlocks(part.childNodes, inner, blocks);
      continue;
    }
    const text = escapeLine(lineOfText(part));
    const level = context.heading.level + inner.signatures;
    if (text !== "") blocks.push(headingLine(level, text, attribute(part, "id")));
  }
  return blocks;
}

function writeAnyTable(table: Element, context: Context): string[] | undefined {
  const code = numberedCode(table);
  if (code !== undefined) return writeBlocks(code.childNodes, context);
  return writeTable(table, context);
}

function isAdmonition(element: Element): boolean {
  if (element.tagName === "aside") return !hasClass(element, "footnote-list", "footnote");
  if (element.tagName !== "div") return false;
  return classesOf(element).some((name) =>
    /^(?:admonition|theme-admonition|custom-block|callout|alert|markdown-alert)$/.test(name),
  );
}

function writeQuote(element: Element, context: Context): string[] {
  const blocks = writeBlocks(element.childNodes, nested(context));
  if (blocks.length === 0 || context.nesting >= maxNesting) return blocks;
  return [blocks.map((block) => `> ${indentQuote(block)}`).join("\n>\n")];
}

function indentQuote(block: string): string {
  return block.replaceAll("\n", "\n> ");
}
