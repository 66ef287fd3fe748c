import {
  abbreviationMark,
  admonition,
  contentTab,
  definitionMark,
  noteMark,
} from "../../page/lines.ts";
import { directiveOf } from "../../page/markup/directives.ts";
import { directiveLineTitle, isBareMark } from "../../page/markup/strip-line.ts";
import { closeElement, elementOf, emitLine, emitMark, type Layout, openElement } from "./layout.ts";
import type { MarkElement } from "./mark.ts";

/** `:::note[Title]`, `::: details Title`, `:::{tip}`, `/// note | Title` and the lines that close them; the rest is no directive. */
export function layDirective(layout: Layout, content: string, indent: string): boolean {
  if (content.startsWith("///")) return laySlashes(layout, content, indent);
  if (!content.startsWith("::")) return false;
  const run = /^:+/.exec(content)?.[0] ?? "";
  const leaf = /^::([a-z][\w-]*)[[{]/i.exec(content);
  if (run.length === 2) return leaf === null ? false : layLeaf(layout, content, indent);
  const [, braced, bare] = /^:+[ \t]*(?:\{([\w:-]+)\}|([A-Za-z][\w-]*))?/.exec(content) ?? [];
  const name = braced ?? bare;
  if (name === undefined && /^:+[ \t]*$/.test(content)) closeRun(layout, run, indent);
  else openRun(layout, indent, { run, element: directiveElement(name ?? "div", content) });
  layout.isInOptions = braced !== undefined;
  return true;
}

function directiveElement(name: string, content: string): MarkElement {
  const title = directiveOf(`{${name}}`) === "silent" ? "" : directiveLineTitle(content);
  return elementOf(name, [["title", title]]);
}

function layLeaf(layout: Layout, content: string, indent: string): boolean {
  emitLine(layout, indent + directiveLineTitle(content.replace(/^::/, ":::")));
  return true;
}

function laySlashes(layout: Layout, content: string, indent: string): boolean {
  const match = /^(\/{3,})(?:[ \t]*|[ \t]+([a-z][\w-]*)[ \t]*(?:\|(.*))?)$/.exec(content);
  if (match === null) return false;
  const [, run = "", name, title] = match;
  if (name === undefined) closeRun(layout, run, indent);
  else openRun(layout, indent, { run, element: elementOf(name, [["title", title]]) });
  return true;
}

function openRun(
  layout: Layout,
  indent: string,
  { run, element }: { run: string; element: MarkElement },
): void {
  const before = layout.open.length;
  openElement(layout, indent, element);
  if (layout.open.length > before) layout.runs.push({ run, name: element.name });
}

/** The innermost directive of this run ends, or the innermost of all where the runs do not match. */
function closeRun(layout: Layout, run: string, indent: string): void {
  const index = layout.runs.findLastIndex((one) => one.run === run);
  const own = layout.runs[index === -1 ? layout.runs.length - 1 : index];
  if (own === undefined) return;
  layout.runs.length = index === -1 ? layout.runs.length - 1 : index;
  closeElement(layout, indent, own.name);
}

/** What the line leaves of itself: nothing more, or the rest of it as text. */
export type Opened = { kind: "line" } | { kind: "rest"; mark: string };

/** `!!! note "Title"`, `=== "Tab"`, `:   Text`, `[^1]: Text` and marks that show nothing. */
export function layContainer(layout: Layout, content: string, indent: string): Opened | undefined {
  const hold = (element: MarkElement): void => {
    const container = layout.containers.at(-1);
    const before = layout.open.length;
    if (container?.name !== "") return;
    openElement(layout, indent, element);
    if (layout.open.length > before) layout.held.push({ container, indent, name: element.name });
  };
  const kind = content.charAt(0);
  if (kind === "!" || kind === "?" || kind === "=") return openTitled(content, hold);
  if (kind === ":") return openWith(definitionMark, "definition", content, hold);
  if (kind === "[") {
    if (/^\[\[?_?toc_?\]\]?[ \t]*$/i.test(content)) return { kind: "line" };
    return openWith(noteMark, "footnote", content, hold);
  }
  if (kind === "*") {
    if (/^\*[ \t]+toc[ \t]*$/i.test(content)) return { kind: "line" };
    return openWith(abbreviationMark, "abbreviation", content, hold);
  }
  if ((kind === "-" || kind === "(") && isBareMark(content)) {
    const id = /^\(([\w.:-]{1,200})\)=/.exec(content)?.[1];
    const element = elementOf("anchor", [["id", id]]);
    if (id !== undefined)
      emitMark(layout, indent, { kind: "empty", element, line: layout.lineOf(layout.at) });
    return { kind: "line" };
  }
  return undefined;
}

type Hold = (element: MarkElement) => void;

function openTitled(content: string, hold: Hold): Opened | undefined {
  const tab = contentTab.exec(content);
  if (tab !== null) {
    hold(elementOf("tab", [["title", tab[1]]]));
    return { kind: "line" };
  }
  const mark = admonition.exec(content);
  if (mark === null) return undefined;
  const [, run = "", type = "note"] = /^(\S+)[ \t]+([\w-]+)/.exec(content) ?? [];
  const state = run === "!!!" ? undefined : run === "???+" ? "open" : "closed";
  // An empty title asks for none.
  const untitled = mark[1] === "" ? "yes" : undefined;
  hold(
    elementOf("admonition", [
      ["type", type],
      ["title", mark[1]],
      ["fold", state],
      ["untitled", untitled],
    ]),
  );
  return { kind: "line" };
}

function openWith(form: RegExp, name: string, content: string, hold: Hold): Opened | undefined {
  const mark = form.exec(content)?.[0];
  if (mark === undefined) return undefined;
  const label = /^\[\^([^\]\s]{1,100})\]/.exec(content)?.[1];
  hold(elementOf(name, [["label", label]]));
  return { kind: "rest", mark };
}
