import { abbreviationMark, admonition, contentTab, definitionMark, noteMark } from "../lines.ts";
import { directiveOf } from "./directives.ts";
import { emitLine, type Pass } from "./strip-pass.ts";
import { escapeText } from "./strip-tag.ts";

/** What a line that opens a container or defines a note leaves for a reader: a line of its own, or the rest of this one. */
export type LineMark =
  | { kind: "line"; line: string }
  | { kind: "rest"; before: string; rest: string };

/** Marks that stand at the start of a line. `follows`: the line before is text. */
export function readLineMark(pass: Pass, line: string, follows: boolean): LineMark | undefined {
  const content = line.trimStart();
  const before = line.slice(0, line.length - content.length);
  const ownLine = (mark: string, shown = ""): LineMark => {
    if (follows && pass.output.at(-1) === "\n") pass.output[pass.output.length - 1] = "  \n";
    return { kind: "rest", before: before + shown, rest: content.slice(mark.length) };
  };
  switch (content.charAt(0)) {
    case "!":
    case "?":
    case "=": {
      const mark = admonition.exec(content) ?? contentTab.exec(content);
      return mark === null ? undefined : { kind: "line", line: titleLine(mark[1], before) };
    }
    case ":": {
      const mark = definitionMark.exec(content);
      return mark === null ? undefined : ownLine(mark[0]);
    }
    case "[": {
      if (/^\[\[?_?toc_?\]\]?[ \t]*$/i.test(content)) return { kind: "line", line: "" };
      const mark = noteMark.exec(content);
      return mark === null ? undefined : ownLine(mark[0]);
    }
    case "*": {
      if (/^\*[ \t]+toc[ \t]*$/i.test(content)) return { kind: "line", line: "" };
      const mark = abbreviationMark.exec(content);
      return mark === null ? undefined : ownLine(mark[0], `${escapeText(mark[1] ?? "")}: `);
    }
    case ">":
      return readAlert(content, before);
    case "-":
    case "(":
      return isBareMark(content) ? { kind: "line", line: "" } : undefined;
    default:
      return undefined;
  }
}

/** Directives between colons (`:::note[Title]`, `::: details Title`, `:::{tip}`) and slashes (`/// note | Title`). */
export function stripDirective(pass: Pass, line: string): boolean {
  const content = line.trimStart();
  if (!content.startsWith("::")) return content.startsWith("///") && stripSlashes(pass, content);
  const isLeaf = !content.startsWith(":::");
  if (isLeaf && !/^::[a-z][\w-]*[[{]/i.test(content)) return false;
  const before = isLeaf ? line.slice(0, line.length - content.length) : "";
  emitLine(pass, titleLine(directiveLineTitle(content), before));
  pass.isInOptions = /^:{3,}[ \t]*\{[\w:-]+\}/.test(content);
  return true;
}

/** The line that is left of ```` ```{note} Title ````. */
export function directiveTitle(info: string): string {
  return titleLine(directiveArgument(info));
}

/** `Title` of `{note} Title`. */
export function directiveArgument(info: string): string {
  const [, name = "", rest = ""] = /^\{([\w-]+)\}(.*)$/.exec(info) ?? [];
  return name.toLowerCase() === "figure" ? "" : argumentText(rest);
}

/** Two spaces before a line end break the line, which keeps a title apart from the text. */
function titleLine(title = "", before = ""): string {
  return title.trim() === "" ? "" : `${before}${title.trim()}  `;
}

/** `> [!NOTE] Title`. */
function readAlert(content: string, before: string): LineMark | undefined {
  const match = /^((?:>[ \t]{0,9}){1,20})\[![A-Za-z]{1,30}\][+-]?[ \t]*/.exec(content);
  if (match === null) return undefined;
  return { kind: "rest", before: before + (match[1] ?? ""), rest: content.slice(match[0].length) };
}

/** A snippet mark that nothing replaced, or the name of the place below (`(label)=`). */
export function isBareMark(content: string): boolean {
  return /^(?:-{1,9}8<-{1,9}(?:[ \t].{0,500})?|\([\w.:-]{1,200}\)=[ \t]*)$/.test(content);
}

/** The title in a line of colons that opens a directive. */
export function directiveLineTitle(line: string): string {
  const [head = "", name = ""] = /^:+[ \t]*(?:(\{[\w:-]+\})|[\w-]*)[ \t]*/.exec(line) ?? [];
  if (directiveOf(name) === "silent" || /^\{figure\}$/i.test(name)) return "";
  const rest = head === "" ? "" : line.slice(head.length).trimEnd();
  if (rest.startsWith("[")) {
    const attributes = rest.indexOf("]{");
    const close = attributes === -1 ? rest.lastIndexOf("]") : attributes;
    return close === -1 ? rest.slice(1) : rest.slice(1, close);
  }
  const attributes = /^\{[^{}]{0,500}\}/.exec(rest)?.[0];
  if (attributes === undefined) return argumentText(rest);
  const title = /[\s{]title\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)')/.exec(attributes);
  return title?.[1] ?? title?.[2] ?? rest.slice(attributes.length);
}

/** The numbers after a grid are its columns, not words. */
function argumentText(rest: string): string {
  return /^[\d\s]*$/.test(rest) ? "" : rest;
}

function stripSlashes(pass: Pass, content: string): boolean {
  const match = /^\/{3,}(?:[ \t]*|[ \t]+[a-z][\w-]*[ \t]*(?:\|(.*))?)$/.exec(content);
  if (match === null) return false;
  emitLine(pass, titleLine(match[1]));
  return true;
}
