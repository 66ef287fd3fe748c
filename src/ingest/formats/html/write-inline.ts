import {
  codeSpan,
  escapeLineStart,
  escapeMarkdown,
  fenceAround,
  linkTarget,
} from "../../../text/markdown-writing.ts";
import {
  attribute,
  childrenOf,
  classesOf,
  collapse,
  type Element,
  elementsIn,
  hasClass,
  isElement,
  lineOfText,
  type Node,
  parentOf,
  pushChildren,
  rawText,
} from "./element.ts";

/** Text below more elements than this is written without form. */
export const maxDepth = 150;

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
  return piece.replace(/^\*+|(?<!\*)\*+$/g, "");
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

const languageLevels = 8;
const noLanguage = new Set(["default", "none", "notranslate", "plaintext", "text", "plain"]);
const lineNumbers =
  "linenos lineno line-number line-numbers line-numbers-wrapper lnt ln gutter".split(" ");

/** A `<pre>` as fenced code; undefined when nothing is in it. */
export function writeCode(pre: Element): string | undefined {
  if (hasClass(pre, ...lineNumbers)) return undefined;
  const code = codeOf(pre).replace(/^\n+/, "").trimEnd();
  return code.trim() === "" ? undefined : fenceAround(code, languageOf(pre));
}

/** The cell with the code, where a table is only there to set line numbers beside it. */
export function numberedCode(table: Element): Element | undefined {
  if (!hasClass(table, "highlighttable", "rouge-table", "lntable", "highlight-table")) {
    return undefined;
  }
  const cells: Element[] = [];
  const waiting: Node[] = [...table.childNodes];
  for (
    let node = waiting.shift();
    node !== undefined && cells.length < 20;
    node = waiting.shift()
  ) {
    if (!isElement(node)) continue;
    if (node.tagName === "td") cells.push(node);
    else waiting.unshift(...node.childNodes.slice(0, 100));
  }
  return cells.find((cell) => hasClass(cell, "code", "rouge-code")) ?? cells.at(-1);
}

type Step = Node | "line end";

function codeOf(pre: Element): string {
  const texts: string[] = [];
  const waiting: Step[] = pre.childNodes.toReversed();
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    if (step === "line end") {
      if (!(texts.at(-1) ?? "\n").endsWith("\n")) texts.push("\n");
      continue;
    }
    if (step.nodeName === "#text" && "value" in step) texts.push(step.value);
    if (!isElement(step) || hasClass(step, ...lineNumbers)) continue;
    if (step.tagName === "br") texts.push("\n");
    if (step.tagName === "div" || step.tagName === "p") waiting.push("line end");
    pushChildren(waiting, step);
  }
  return texts.join("");
}

function languageOf(pre: Element): string {
  const named = [childrenOf(pre, "code")[0] ?? pre];
  let around: Element | undefined = pre;
  for (let level = 0; level < languageLevels && around !== undefined; level += 1) {
    named.push(around);
    around = parentOf(around);
  }
  return named.map(languageNamedBy).find((language) => language !== "") ?? "";
}

function languageNamedBy(element: Element): string {
  const data = attribute(element, "data-language") || attribute(element, "data-lang");
  const names = classesOf(element).flatMap(
    (name) =>
      /^(?:language|lang|highlight-source|highlight|brush:?)-(\S{1,30})$/.exec(name)?.[1] ?? [],
  );
  const language = [data, ...names].find((name) => /^[\w+#.-]{1,30}$/.test(name));
  return language === undefined || noLanguage.has(language) ? "" : language;
}
