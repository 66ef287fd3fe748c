import { fenceAround } from "../../../text/markdown-writing.ts";
import {
  attribute,
  classesOf,
  type Element,
  hasClass,
  isElement,
  type Node,
  parentOf,
} from "./element.ts";

const languageLevels = 8;
const noLanguage = new Set(["default", "none", "notranslate", "plaintext", "text", "plain"]);
const lineNumbers = [
  "linenos",
  "lineno",
  "line-number",
  "line-numbers",
  "line-numbers-wrapper",
  "lnt",
  "ln",
  "gutter",
];

/** A `<pre>` as fenced code; undefined when nothing is in it. */
export function writeCode(pre: Element): string | undefined {
  if (lineNumbers.some((name) => hasClass(pre, name))) return undefined;
  const code = codeOf(pre).replace(/^\n+/, "").replace(/\s+$/, "");
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
    for (let index = step.childNodes.length - 1; index >= 0; index -= 1) {
      const child = step.childNodes[index];
      if (child !== undefined) waiting.push(child);
    }
  }
  return texts.join("");
}

function languageOf(pre: Element): string {
  const first = pre.childNodes.find((node) => isElement(node) && node.tagName === "code");
  const named = [first !== undefined && isElement(first) ? first : pre];
  let around: Element | undefined = pre;
  for (let level = 0; level < languageLevels && around !== undefined; level += 1) {
    named.push(around);
    around = parentOf(around);
  }
  for (const element of named) {
    const language = languageNamedBy(element);
    if (language !== "") return language;
  }
  return "";
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
