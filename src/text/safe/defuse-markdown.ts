import { brokenClosing } from "./commit-text.ts";
import { defuseBlock, defuseStart, isUnderline } from "./defuse-block.ts";
import { oneLine } from "./defuse-text.ts";
import { visibleText } from "./visible-text.ts";

/**
 * Markdown of others as a forge may show it: it notifies nobody, refers to no issue, gives no command, loads no image
 * and holds no HTML, it hides nothing, and it cannot swallow or pass for what comes after it. Code stays as it is.
 *
 * Forges read mentions and references from the finished page, so escapes do not stop them and code does. What counts
 * as code here must therefore be code to every reader of Markdown: blocks whose fence stands at the start of a line,
 * and spans that begin and end in one line.
 */
export function defuseMarkdown(text: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of visibleText(text).trim().split("\n")) {
    if (fence !== undefined) {
      if (closesFence(line, fence)) fence = undefined;
      lines.push(brokenClosing(line));
      continue;
    }
    fence = fenceOf(line);
    if (isUnderline(line) && !isBlank(lines.at(-1))) lines.push("");
    lines.push(fence === undefined ? withoutCommand(defuseBlock(line)) : fenceLine(line, fence));
  }
  return [...lines, ...(fence === undefined ? [] : [fence])].join("\n");
}

/** One line of Markdown that may stand in a list item or a sentence. */
export function defuseInline(text: string): string {
  return defuseStart(oneLine(text));
}

/** A text as inline code, whatever backticks it holds. */
export function inlineCode(text: string): string {
  const content = brokenClosing(oneLine(text));
  if (content === "") return "";
  const runs = content.match(/`+/g) ?? [];
  const ticks = "`".repeat(1 + runs.reduce((longest, run) => Math.max(longest, run.length), 0));
  const space = content.startsWith("`") || content.endsWith("`") ? " " : "";
  return `${ticks}${space}${content}${space}${ticks}`;
}

function fenceOf(line: string): string | undefined {
  const match = /^(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line);
  return match?.[1] ?? match?.[2];
}

function fenceLine(line: string, fence: string): string {
  return fence + (/^[\w+#.-]{0,40}/.exec(line.slice(fence.length).trim())?.[0] ?? "");
}

/** Blanks and tabs may follow a closing fence, and no other space: behind one of those the code goes on. */
function closesFence(line: string, fence: string): boolean {
  const closing = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1] ?? "";
  return closing.length >= fence.length && closing.startsWith(fence);
}

function isBlank(line = ""): boolean {
  return /^[ \t]*$/.test(line);
}

/** A line that begins with a slash and a word is a command to some forges. */
function withoutCommand(line: string): string {
  return line.replace(/^(\s*)\/(?=[A-Za-z])/, "$1\\/");
}
