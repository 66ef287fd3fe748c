import { type Context, maxNesting, nested, type WriteBlocks } from "./context.ts";
import { attribute, type Element, isElement, type Node } from "./element.ts";
import { writeLine } from "./write-inline.ts";

const largestNumber = 999_999_999;

/** A bulleted or numbered list. Very deep lists go on at the same indentation. */
export function writeList(list: Element, context: Context, write: WriteBlocks): string[] {
  const items: string[] = [];
  let number = numberOf(attribute(list, "start")) ?? 1;
  for (const { nodes, value } of itemsOf(list)) {
    number = value ?? number;
    const marker = list.tagName === "ol" ? `${number}. ` : "- ";
    const blocks = write(nodes, nested(context));
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
export function writeDefinitions(list: Element, context: Context, write: WriteBlocks): string[] {
  const items: string[] = [];
  let terms: string[] = [];
  for (const element of definitionParts(list)) {
    if (element.tagName === "dt") {
      terms.push(writeLine(element.childNodes, context.depth));
      continue;
    }
    const blocks = write(element.childNodes, nested(context));
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
export function definitionParts(list: Element): Element[] {
  return list.childNodes.filter(isElement).flatMap((child) => {
    if (child.tagName === "dt" || child.tagName === "dd") return [child];
    if (child.tagName !== "div") return [];
    return child.childNodes
      .filter(isElement)
      .filter(({ tagName }) => tagName === "dt" || tagName === "dd");
  });
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

function indent(block: string, width: number): string {
  return block.replace(/\n(?=[^\n])/g, `\n${" ".repeat(width)}`);
}
