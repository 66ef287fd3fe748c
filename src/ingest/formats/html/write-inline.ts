import {
  codeSpan,
  escapeLineStart,
  escapeMarkdown,
  linkTarget,
} from "../../../text/markdown-writing.ts";
import { maxDepth } from "./context.ts";
import {
  attribute,
  collapse,
  type Element,
  elementsIn,
  isElement,
  lineOfText,
  type Node,
  rawText,
} from "./element.ts";

type Style = { depth: number; isInLink: boolean; lineBreak: string };

const codeTags = new Set(["code", "kbd", "samp", "tt"]);
const lineTags = new Set(
  "a abbr b bdi bdo big cite data del dfn em font i ins label mark math q s small span strike strong sub sup time u var wbr img picture".split(
    " ",
  ),
);

/** Text, links and code as the lines of one paragraph. */
export function writeParagraph(nodes: Node[], depth: number): string {
  const text = writeNodes(nodes, { depth, isInLink: false, lineBreak: "\\\n" });
  const lines = tidy(text)
    .replace(/(?:\\\n)+/g, "\\\n")
    .split("\\\n");
  return lines
    .map((line) => escapeLineStart(line.trim()))
    .filter((line) => line !== "")
    .join("\\\n");
}

/** The same on one line, for headings and table cells. */
export function writeLine(nodes: Node[], depth: number): string {
  return tidy(writeNodes(nodes, { depth, isInLink: false, lineBreak: " " })).trim();
}

function tidy(text: string): string {
  return text.replace(/ {2,}/g, " ");
}

function writeNodes(nodes: Node[], style: Style): string {
  const pieces: string[] = [];
  for (const node of nodes) {
    const piece = writeNode(node, style);
    if (piece !== "") pieces.push(apart(pieces.at(-1) ?? "", piece));
  }
  return pieces.join("");
}

/** Marks of code or emphasis that touch would be read as one longer mark. */
function apart(before: string, piece: string): string {
  if (before.endsWith("`") && piece.startsWith("`")) return ` ${piece}`;
  if (!before.endsWith("*") || !piece.startsWith("*")) return piece;
  return piece.replace(/^\*+|\*+$/g, "");
}

function writeNode(node: Node, style: Style): string {
  if (node.nodeName === "#text" && "value" in node) return escapeMarkdown(collapse(node.value));
  if (!isElement(node)) return "";
  if (style.depth > maxDepth) return escapeMarkdown(collapse(rawText(node)));
  const inner = { ...style, depth: style.depth + 1 };
  const { tagName } = node;
  if (codeTags.has(tagName) || tagName === "pre") return codeSpan(collapse(rawText(node)));
  if (tagName === "br") return style.lineBreak;
  if (tagName === "img") return writeImage(node, style);
  if (tagName === "math") return codeSpan(formula(node));
  if (tagName === "a") return writeLink(node, inner);
  const text = writeNodes(node.childNodes, inner);
  if (tagName === "strong" || tagName === "b") return emphasised(text, "**");
  if (tagName === "em" || tagName === "i") return emphasised(text, "*");
  if (tagName === "sup") return /^[+-]?(?:\d{1,6}|[a-z])$/i.test(text) ? `^${text}` : text;
  if (tagName === "q") return `"${text}"`;
  return lineTags.has(tagName) || tagName.includes("-") ? text : ` ${text} `;
}

function writeImage(image: Element, style: Style): string {
  const text = escapeMarkdown(collapse(attribute(image, "alt").slice(0, 1000)).trim());
  const target = allowedTarget(attribute(image, "src"));
  if (text === "" || target === undefined || style.isInLink) return text;
  return `![${text}](${target})`;
}

/** Mathematics as its author typed it, where the page still has that. */
function formula(math: Element): string {
  for (const element of elementsIn(math)) {
    if (element.tagName === "annotation") return lineOfText(element);
  }
  return lineOfText(math);
}

function writeLink(link: Element, style: Style): string {
  const text = writeNodes(link.childNodes, { ...style, isInLink: true, lineBreak: " " });
  const target = allowedTarget(attribute(link, "href"));
  if (text.trim() === "" || target === undefined || style.isInLink) return text;
  const [before, after] = [text.startsWith(" ") ? " " : "", text.endsWith(" ") ? " " : ""];
  return `${before}[${text.trim()}](${target})${after}`;
}

const longestTarget = 1500;

/** An address as it stands in a link; undefined when none should lead there. */
function allowedTarget(address: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip such characters in a scheme.
  const target = address.replace(/[\u0000-\u001f]+/g, "").trim();
  if (target === "" || target.length > longestTarget) return undefined;
  if (/^(?:javascript|vbscript|data|file|blob):/i.test(target)) return undefined;
  return linkTarget(target);
}

/** Stars beside punctuation or space may not be read as emphasis, so such text stays plain. */
function emphasised(text: string, mark: string): string {
  const inner = text.trim();
  if (!/^[\p{L}\p{N}](?:[^\n]*[\p{L}\p{N}])?$/u.test(inner)) return text;
  const start = text.indexOf(inner);
  return `${text.slice(0, start)}${mark}${inner}${mark}${text.slice(start + inner.length)}`;
}
