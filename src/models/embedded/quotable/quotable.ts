import { admonition, contentTab } from "../../../docs/page/lines.ts";
import { readTag } from "../../../docs/page/markup/read-tag.ts";
import { withoutLinks } from "../../../docs/page/plain-text.ts";
import { type FencedLines, fencesByLine } from "./fenced-lines.ts";
import { hole, markHoles } from "./mark-holes.ts";
import { tidyLine } from "./tidy.ts";
import { tidyCode } from "./tidy-code.ts";

/**
 * A passage as plain Markdown that can be quoted: component steps become an ordered list, field components a list,
 * titles of other components headings; every other tag, link target, comment and import is gone. Code is untouched.
 */
export function quotable(content: string, isMdx = false): string {
  const unified = content.replace(/\r\n?/g, "\n").replace(/\t/g, "    ").replaceAll(hole, "");
  const text = withoutMdxFences(dedented(unified));
  const source = text.split("\n");
  const fences = fencesByLine(text);
  const state: State = { open: [], lines: [], steps: 0 };
  for (let index = 0; index < source.length; ) {
    const line = source[index] ?? "";
    if (line.trim() !== "") leaveIndented(state, indentOf(line));
    const fence = fences.get(index);
    if (fence !== undefined) {
      writeCode(state, source.slice(index, fence.next), fence);
      index = fence.next;
      continue;
    }
    const comment = commentEnd(source, index);
    if (comment !== undefined) {
      index = comment;
      continue;
    }
    const tag = componentTag(source, index);
    if (tag !== undefined) enter(state, tag);
    else if (isIndentedOpening(line)) enterIndented(state, line);
    else if (!isSyntaxOnly(line)) write(state, markHoles(withoutLinkExtras(line), isMdx));
    index = tag?.next ?? index + 1;
  }
  return tidied(withoutLinks(state.lines.join("\n")));
}

/** A passage that begins inside a container is read as if it stood at the margin. */
function dedented(text: string): string {
  let indent = Number.POSITIVE_INFINITY;
  return text
    .split("\n")
    .map((line) => {
      if (line.trim() !== "") indent = Math.min(indent, indentOf(line));
      return indent === 0 ? line : line.slice(Math.min(indent, indentOf(line)));
    })
    .join("\n");
}

/** Such a fence is there for other readers of the page: its content is part of the text. */
function withoutMdxFences(text: string): string {
  if (!text.includes("mdx-code-block")) return text;
  const lines = text.split("\n");
  for (const [start, { info, next }] of fencesByLine(text)) {
    if (!info.startsWith("mdx-code-block")) continue;
    lines[start] = "";
    lines[next - 1] = "";
  }
  return lines.join("\n");
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function writeCode(state: State, lines: string[], { info, isClosed }: FencedLines): void {
  const [opening = "", ...rest] = lines;
  const closing = isClosed ? rest.splice(-1) : [];
  for (const line of [opening, ...tidyCode(rest, info), ...closing]) write(state, line);
}

function tidied(markdown: string): string {
  const fences = fencesByLine(markdown);
  let codeEnd = 0;
  return markdown
    .split("\n")
    .map((line, index) => {
      codeEnd = Math.max(codeEnd, fences.get(index)?.next ?? 0);
      return index < codeEnd ? line : tidyLine(line);
    })
    .join("\n");
}

/** What links carry that is no text: `<a href="#name">#name</a>`, a title, an address that the site works out. */
function withoutLinkExtras(line: string): string {
  if (!line.includes("<a ")) return line;
  return line
    .replace(/<a\s[^<>]{0,400}>#[^<>]{0,200}<\/a>/g, "")
    .replace(/\b(href|src)="\{\{[<%][^{}\n]{0,300}[>%]\}\}[^"\n]{0,200}"/g, '$1="#"')
    .replace(/(<a\s[^<>]{0,400}?)\stitle="[^"<>\n]{0,200}"/g, "$1");
}

/** Level given to the title of a tab, card or accordion; it separates variants rather than sections. */
export const componentTitleLevel = 6;

type OpenComponent = {
  name: string;
  sourceIndent: number | undefined;
  targetIndent: number;
  /** Set where a line that stands no further in than this closes it. */
  closingIndent?: number;
};
type State = { open: OpenComponent[]; lines: string[]; steps: number };

/** Writes a line with the indentation of its component removed, so that it is not taken for indented code. */
function write(state: State, line: string): void {
  const inner = state.open.at(-1);
  if (inner === undefined || line.trim() === "") {
    state.lines.push(line.trim() === "" ? "" : line);
    return;
  }
  const indent = indentOf(line);
  inner.sourceIndent ??= indent;
  state.lines.push(
    " ".repeat(inner.targetIndent) + line.slice(Math.min(indent, inner.sourceIndent)),
  );
}

function enter(state: State, tag: ComponentTag): void {
  if (tag.kind === "close") {
    leave(state, tag.name);
    if (tag.rest !== "") write(state, tag.rest);
    return;
  }
  const outer = state.open.at(-1)?.targetIndent ?? 0;
  const prefix = " ".repeat(outer);
  if (tag.name === "Steps") state.steps = 0;
  const head = headOf(state, tag);
  if (head !== "")
    state.lines.push(...gapBefore(state), prefix + head.text, ...(head.gap ? [""] : []));
  const rest = tag.rest.split(`</${tag.name}>`).join("");
  const targetIndent = outer + (head === "" ? 0 : head.indent);
  if (rest !== "") state.lines.push(" ".repeat(targetIndent) + rest);
  if (tag.kind === "whole") return;
  state.open.push({ name: tag.name, sourceIndent: undefined, targetIndent });
}

function leave(state: State, name: string): void {
  const index = state.open.findLastIndex((open) => open.name === name);
  if (index === -1) return;
  state.open.length = index;
  state.lines.push(...gapBefore(state));
}

/** `!!! note "Title"` and `=== "Tab"`: what belongs to them stands further in. */
function isIndentedOpening(line: string): boolean {
  const content = line.trim();
  return admonition.test(content) || contentTab.test(content);
}

function enterIndented(state: State, line: string): void {
  const targetIndent = state.open.at(-1)?.targetIndent ?? 0;
  const content = line.trim();
  const title = (admonition.exec(content) ?? contentTab.exec(content))?.[1] ?? "";
  const head = title === "" ? [] : [`${"#".repeat(componentTitleLevel)} ${title}`, ""];
  state.lines.push(...gapBefore(state), ...head.map((own) => " ".repeat(targetIndent) + own));
  const closingIndent = indentOf(line);
  state.open.push({ name: "", sourceIndent: undefined, targetIndent, closingIndent });
}

function leaveIndented(state: State, indent: number): void {
  const first = state.open.findIndex((open) => indent <= (open.closingIndent ?? -1));
  if (first === -1) return;
  state.open.length = first;
  state.lines.push(...gapBefore(state));
}

function gapBefore(state: State): string[] {
  return state.lines.at(-1) === "" ? [] : [""];
}

type Head = { text: string; indent: number; gap: boolean };

function headOf(state: State, tag: ComponentTag): Head | "" {
  const title = tag.attributes.get("title") ?? tag.attributes.get("label") ?? "";
  if (tag.name === "Step" && title !== "") {
    state.steps++;
    return { text: `${state.steps}. **${title}**`, indent: 3, gap: true };
  }
  const field = fieldName(tag);
  if (field !== "") return { text: `- ${field}`, indent: 2, gap: false };
  if (title !== "")
    return { text: `${"#".repeat(componentTitleLevel)} ${title}`, indent: 0, gap: true };
  return "";
}

function fieldName(tag: ComponentTag): string {
  if (!/^(?:Param|Response|Query|Property)(?:Field)?$/.test(tag.name)) return "";
  const keys = ["name", "body", "query", "path", "header"];
  const name = keys.map((key) => tag.attributes.get(key)).find((value) => value);
  if (name === undefined) return "";
  const type = tag.attributes.get("type") ?? "";
  const required = tag.attributes.has("required") ? "required" : "";
  const fallback = tag.attributes.get("default");
  const facts = [type, required, fallback ? `default ${fallback}` : ""].filter(Boolean);
  return `\`${name.replaceAll("`", "")}\`${facts.length > 0 ? ` (${facts.join(", ")})` : ""}:`;
}

function commentEnd(lines: string[], start: number): number | undefined {
  const line = (lines[start] ?? "").trim();
  const mark = line.startsWith("{/*") ? "*/}" : line.startsWith("<!--") ? "-->" : undefined;
  if (mark === undefined) return undefined;
  for (let index = start; index < lines.length; index++) {
    if ((lines[index] ?? "").includes(mark)) return index + 1;
  }
  return start + 1;
}

function isSyntaxOnly(line: string): boolean {
  return (
    /^\s{0,9}(?:!\[[^\][]{0,300}\]\([^()]{0,500}\)|<img\s[^<>]{0,900}>)\s{0,9}$/.test(line) ||
    /^import\s.{0,400}["']/.test(line) ||
    /^export\s+(?:const|default|function|let|async)\b/.test(line) ||
    /^\s{0,3}:{3,}/.test(line) ||
    /^\s{0,3}\[[^\]]{1,200}\]:\s/.test(line) ||
    /^\s{0,3}>?\s?\[!\w{1,20}\]\s*$/.test(line)
  );
}

type ComponentTag = {
  name: string;
  attributes: Map<string, string>;
  kind: "open" | "close" | "whole";
  /** Text after the tag on its last line. */
  rest: string;
  /** Index of the line after the tag. */
  next: number;
};

/** The MDX component tag that begins on this line, which may run over several lines. Nothing is evaluated. */
function componentTag(lines: string[], start: number): ComponentTag | undefined {
  if (!/^\s*<\/?[A-Z]/.test(lines[start] ?? "")) return undefined;
  const text = lines
    .slice(start, start + maxTagLines)
    .join("\n")
    .slice(0, maxTagLength)
    .trimStart();
  const tag = readTag(text, 0, { left: maxTagLength });
  if (tag === undefined) return undefined;
  const lastLine = text.slice(0, tag.end).split("\n").length - 1;
  const rest = text.slice(tag.end).split("\n")[0]?.trim() ?? "";
  const isWhole = tag.kind === "empty" || rest.includes(`</${tag.name}>`);
  return {
    name: tag.name,
    attributes: new Map([...tag.attributes, ...bareAttributes(text.slice(0, tag.end))]),
    kind: tag.kind === "close" ? "close" : isWhole ? "whole" : "open",
    rest,
    next: start + lastLine + 1,
  };
}

const maxTagLines = 40;
const maxTagLength = 8000;

/** What a field component says without quotes: `required`, `default={5}`. */
function bareAttributes(tag: string): [string, string][] {
  const found: [string, string][] = /\srequired(?=[\s/>])/.test(tag) ? [["required", ""]] : [];
  const value = /\sdefault=\{([\w.-]{1,40})\}/.exec(tag)?.[1];
  return value === undefined ? found : [...found, ["default", value]];
}
