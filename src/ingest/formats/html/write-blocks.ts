import { escapeLine } from "../../../text/markdown-writing.ts";
import {
  attribute,
  childrenOf,
  classesOf,
  type Element,
  elementsIn,
  hasClass,
  isElement,
  isHeading,
  lineOfText,
  type Node,
  parentOf,
} from "./element.ts";
import { maxDepth, numberedCode, writeCode, writeLine, writeParagraph } from "./write-inline.ts";
import { writeTable } from "./write-table.ts";

/** Where in the page the writer stands. */
type Context = {
  /** How many elements are around; text below `maxDepth` of them is written without form. */
  depth: number;
  /** How many lists and quotes are around. Beyond `maxNesting` text moves no further to the right. */
  nesting: number;
  /** How many descriptions of program parts are around, each under a heading of its own. */
  signatures: number;
  /** Level of the last heading that was written. */
  heading: { level: number };
  /** Elements with a block somewhere inside, which are not part of a line. */
  holders: ReadonlySet<Element>;
  /** Labels of tab panels. */
  labels: ReadonlyMap<Element, string>;
};

const maxNesting = 8;

/** The paragraphs, lists, tables and code of a part of a page, each as Markdown, in order. */
export function writeContent(root: Element): string[] {
  const labels = nameTabs(root);
  return writeBlocks(root.childNodes, {
    depth: 0,
    nesting: 0,
    signatures: 0,
    heading: { level: 1 },
    holders: blockHolders(root),
    labels,
  });
}

function nested(context: Context): Context {
  return { ...context, nesting: context.nesting + 1 };
}

const blockTags = new Set(
  "address article aside blockquote body center dd details dir div dl dt fieldset figcaption figure h1 h2 h3 h4 h5 h6 header hgroup hr label li main menu ol p pre section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);

/** Every element with a block somewhere inside. */
function blockHolders(root: Element): Set<Element> {
  const holders = new Set<Element>();
  for (const element of elementsIn(root)) {
    if (!blockTags.has(element.tagName)) continue;
    let around = parentOf(element);
    while (around !== undefined && around !== root && !holders.has(around)) {
      holders.add(around);
      around = parentOf(around);
    }
  }
  return holders;
}

function writeBlocks(nodes: Node[], context: Context): string[] {
  const blocks: string[] = [];
  addBlocks(nodes, context, blocks);
  return blocks;
}

function addBlocks(nodes: Node[], context: Context, blocks: string[]): void {
  let line: Node[] = [];
  for (const node of nodes) {
    if (!isElement(node) || !(blockTags.has(node.tagName) || context.holders.has(node))) {
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
      return writeList(element, context);
    case "dl":
      return writeSignatures(element, context) ?? writeDefinitions(element, context);
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
  const line = `${"#".repeat(Math.min(level, 6))} ${text.replace(/(?<!#)#+$/, "\\$&")}`;
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
  const [inner] = childrenOf(heading, "a", "span");
  const named = inner === undefined ? "" : attribute(inner, "id") || attribute(inner, "name");
  if (named !== "") return named;
  const section = parentOf(heading);
  if (section === undefined) return "";
  const isSection = section.tagName === "section" || hasClass(section, "section");
  const isFirst = section.childNodes.filter(isElement).find(isHeading) === heading;
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
  return writeTable(table, context.depth);
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
  return [blocks.map((block) => `> ${block.replaceAll("\n", "\n> ")}`).join("\n>\n")];
}

const largestNumber = 999_999_999;

/** A bulleted or numbered list. Very deep lists go on at the same indentation. */
function writeList(list: Element, context: Context): string[] {
  const items: string[] = [];
  let number = numberOf(attribute(list, "start")) ?? 1;
  for (const { nodes, value } of itemsOf(list)) {
    number = value ?? number;
    const marker = list.tagName === "ol" ? `${number}. ` : "- ";
    const blocks = writeBlocks(nodes, nested(context));
    if (blocks.length === 0) continue;
    if (context.nesting >= maxNesting) items.push(...blocks.slice(0, 1000));
    else items.push(marker + indent(joinItem(blocks), marker.length));
    number = Math.min(number + 1, largestNumber);
  }
  if (items.length === 0) return [];
  if (context.nesting >= maxNesting) return items;
  return [items.join(items.some((item) => item.includes("\n\n")) ? "\n\n" : "\n")];
}

/** Terms and their descriptions as a bulleted list. */
function writeDefinitions(list: Element, context: Context): string[] {
  const items: string[] = [];
  let terms: string[] = [];
  for (const element of definitionParts(list)) {
    if (element.tagName === "dt") {
      terms.push(writeLine(element.childNodes, context.depth));
      continue;
    }
    const blocks = writeBlocks(element.childNodes, nested(context));
    items.push(definition(terms.filter((term) => term !== "").join(", "), blocks));
    terms = [];
  }
  if (terms.length > 0) items.push(definition(terms.join(", "), []));
  const written = items.filter((item) => item !== "");
  if (context.nesting >= maxNesting || written.length === 0) return written;
  const isLoose = written.some((item) => item.includes("\n\n"));
  return [written.map((item) => `- ${indent(item, 2)}`).join(isLoose ? "\n\n" : "\n")];
}

/** `<dt>` and `<dd>` in order, also those that stand in `<div>` groups. */
function definitionParts(list: Element): Element[] {
  return childrenOf(list, "dt", "dd", "div").flatMap((child) =>
    child.tagName === "div" ? childrenOf(child, "dt", "dd") : [child],
  );
}

type Item = { nodes: Node[]; value: number | undefined };

/** What stands in a list outside its items belongs to the item before it, as in lists nested by hand. */
function itemsOf(list: Element): Item[] {
  const items: Item[] = [];
  for (const node of list.childNodes) {
    if (!isElement(node)) continue;
    if (node.tagName === "li") {
      const value = numberOf(attribute(node, "value"));
      items.push({ nodes: [...node.childNodes], value });
      continue;
    }
    const last = items.at(-1);
    if (last === undefined) items.push({ nodes: [node], value: undefined });
    else last.nodes.push(node);
  }
  return items;
}

function numberOf(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function indent(block: string, width: number): string {
  return block.replace(/\n(?=[^\n])/g, `\n${" ".repeat(width)}`);
}

/** A list right under the text of its item needs no empty line before it. */
function joinItem(blocks: string[]): string {
  return blocks.reduce((text, block) => {
    const isTight = /^(?:- |\d{1,9}\. )/.test(block) && !block.includes("\n\n");
    return `${text}${isTight && !text.includes("\n\n") ? "\n" : "\n\n"}${block}`;
  });
}

function definition(term: string, blocks: string[]): string {
  const [first, ...rest] = blocks;
  if (term === "" || first === undefined) return [term, ...blocks].filter(Boolean).join("\n\n");
  const isParagraph = !/^(?:- |\d{1,9}\. |`{3}|\||>|#)/.test(first);
  const head = isParagraph ? [`${term}: ${first}`] : [term, first];
  return [...head, ...rest].join("\n\n");
}

/** Each list of tabs looks through the elements around it, so their number is bounded. */
const maxTabLists = 100;
const maxClimb = 3;

/** The label of every tab panel. The lists of labels are taken out, so that a label stands with its text alone. */
function nameTabs(root: Element): Map<Element, string> {
  const labels = new Map<Element, string>();
  const lists = [...elementsIn(root)].filter(isTabList).slice(0, maxTabLists);
  for (const list of lists) {
    const names = labelsIn(list);
    const panels = panelsNear(list, root, labels).slice(0, names.length);
    for (const [index, panel] of panels.entries()) labels.set(panel, names[index] ?? "");
    if (panels.length > 0) list.childNodes = [];
  }
  return labels;
}

function isTabList(element: Element): boolean {
  if (attribute(element, "role") === "tablist" || hasClass(element, "tabbed-labels")) return true;
  const parent = parentOf(element);
  return hasClass(element, "tabs") && parent !== undefined && hasClass(parent, "vp-code-group");
}

function labelsIn(list: Element): string[] {
  const labels: string[] = [];
  for (const element of elementsIn(list)) {
    if (attribute(element, "role") !== "tab" && element.tagName !== "label") continue;
    labels.push(lineOfText(element).slice(0, 200));
  }
  return labels;
}

/** The panels that no earlier list has named, in the nearest element around the list that holds any. */
function panelsNear(list: Element, root: Element, named: Map<Element, string>): Element[] {
  let around = parentOf(list);
  for (let step = 0; step < maxClimb && around !== undefined; step += 1) {
    const enters = (element: Element) => element !== list && !isPanel(element);
    const panels = [...elementsIn(around, enters)].filter(isPanel);
    const free = panels.filter((panel) => !named.has(panel));
    if (free.length > 0) return free;
    if (around === root) return [];
    around = parentOf(around);
  }
  return [];
}

function isPanel(element: Element): boolean {
  if (attribute(element, "role") === "tabpanel" || hasClass(element, "tabbed-block")) return true;
  const parent = parentOf(element);
  if (parent === undefined || !hasClass(parent, "blocks")) return false;
  const group = parentOf(parent);
  return group !== undefined && hasClass(group, "vp-code-group");
}
