import { indentOf, maxOpenComponents, type Pass } from "./markup/strip-pass.ts";
import { escapeText } from "./markup/strip-tag.ts";

/** What a line that opens a container or defines a note leaves for a reader: a line of its own, or the rest of this one. */
export type LineMark =
  | { kind: "line"; line: string }
  | { kind: "rest"; before: string; rest: string };

/** Marks of MkDocs, kramdown, MyST and GitHub that stand at the start of a line. */
export function readLineMark(pass: Pass, line: string): LineMark | undefined {
  const content = line.trimStart();
  switch (content.charAt(0)) {
    case "!":
    case "?":
    case "=":
      return readAdmonition(pass, line, content);
    case ":":
      return readDefinition(pass, line, content);
    case "[":
      return readNote(pass, line, content);
    case "*":
      return readAbbreviation(pass, line, content);
    case ">":
      return readAlert(content, line);
    case "-":
    case "(":
      return isBareMark(content) ? { kind: "line", line: "" } : undefined;
    default:
      return undefined;
  }
}

/** Closes what indentation alone holds together and this line no longer belongs to. */
export function leaveContainers(pass: Pass, line: string): void {
  if (pass.components.length === 0) return;
  const indent = indentOf(line);
  const ended = pass.components.findIndex(({ endsBefore }) => (endsBefore ?? 0) > indent);
  if (ended !== -1) pass.components.length = ended;
}

/** Words without a title in quotes are a sentence that shouts, unless they are one or two. */
const admonition =
  /^(?:!!!|\?\?\?\+?)[ \t]+[\w-]{1,40}(?:(?:[ \t]+[\w-]{1,40}){0,3}[ \t]+"([^"]{0,500})"|[ \t]+[\w-]{1,40})?[ \t]*$/;

/** `!!! note "Title"`, `??? tip`, `=== "Label"`: the indented lines below belong to it. */
function readAdmonition(pass: Pass, line: string, content: string): LineMark | undefined {
  const isTab = content.startsWith("===");
  const mark = isTab
    ? /^===[!+]?[ \t]+"([^"]{0,500})"[ \t]*$/.exec(content)
    : admonition.exec(content);
  if (mark === null) return undefined;
  const { before } = openContainer(pass, line, content);
  const title = mark[1]?.trim() ?? "";
  // Two spaces before a line end break the line, which keeps the title apart from the text.
  return { kind: "line", line: title === "" ? "" : `${before}${title}  ` };
}

/** `:   Text` below a term. */
function readDefinition(pass: Pass, line: string, content: string): LineMark | undefined {
  const mark = /^:[ \t]{1,8}(?=\S)/.exec(content)?.[0];
  if (mark === undefined) return undefined;
  return ownLine(pass, line, content, mark);
}

/** `[^1]: Text` is what the note says; `[TOC]` shows nothing of its own. */
function readNote(pass: Pass, line: string, content: string): LineMark | undefined {
  if (/^\[\[?_?toc_?\]\]?[ \t]*$/i.test(content)) return { kind: "line", line: "" };
  const mark = /^\[\^[^\]\s]{1,100}\]:[ \t]{0,20}/.exec(content)?.[0];
  return mark === undefined ? undefined : ownLine(pass, line, content, mark);
}

/** `*[API]: what it stands for`; `* TOC` is where kramdown puts its table of contents. */
function readAbbreviation(pass: Pass, line: string, content: string): LineMark | undefined {
  if (/^\*[ \t]+toc[ \t]*$/i.test(content)) return { kind: "line", line: "" };
  const match = /^\*\[([^\]]{1,80})\]:[ \t]{0,20}(?=\S)/.exec(content);
  if (match === null) return undefined;
  const mark = ownLine(pass, line, content, match[0]);
  return { ...mark, before: `${mark.before}${escapeText(match[1] ?? "")}: ` };
}

/** `> [!NOTE] Title`. */
function readAlert(content: string, line: string): LineMark | undefined {
  const match = /^((?:>[ \t]{0,9}){1,20})\[![A-Za-z]{1,30}\][+-]?[ \t]*/.exec(content);
  if (match === null) return undefined;
  const before = line.slice(0, line.length - content.length) + (match[1] ?? "");
  return { kind: "rest", before, rest: content.slice(match[0].length) };
}

/** A snippet mark that nothing replaced, or the name of the place below (`(label)=`). */
function isBareMark(content: string): boolean {
  return /^(?:-{1,9}8<-{1,9}(?:[ \t].{0,500})?|\([\w.:-]{1,200}\)=[ \t]*)$/.test(content);
}

type Rest = Extract<LineMark, { kind: "rest" }>;

function ownLine(pass: Pass, line: string, content: string, mark: string): Rest {
  const { before } = openContainer(pass, line, content);
  if (pass.previous === "text" && pass.output.at(-1) === "\n") {
    pass.output[pass.output.length - 1] = "  \n";
  }
  return { kind: "rest", before, rest: content.slice(mark.length) };
}

function openContainer(pass: Pass, line: string, content: string): { before: string } {
  const before = line.slice(0, line.length - content.length);
  const indent = indentOf(line);
  const outer = pass.components.at(-1);
  // Where the line stood in the page before it was moved to where the container around it stands.
  const written = indent + (outer === undefined ? 0 : (outer.contentIndent ?? 0) - outer.indent);
  if (pass.components.length < maxOpenComponents) {
    pass.components.push({ name: "", indent, contentIndent: written + 4, endsBefore: written + 1 });
  }
  return { before };
}
