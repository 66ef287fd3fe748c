import type { WrittenCode } from "../layout/mark.ts";
import { element, type PageElement, type PageNode } from "../tree/page-node.ts";
import { type FenceInfo, readFenceInfo } from "./fence-info.ts";
import { highlight } from "./highlight.ts";
import { languageLabel } from "./languages.ts";
import { type MarkedLine, readLineMarks } from "./line-marks.ts";

/** A code block: its title and language, its lines in colours, and the hook for a button that copies it. */
export function codeBlock(code: WrittenCode): PageElement {
  const info = readFenceInfo(code.info);
  const lines = readLineMarks(code.lines, info);
  const label = languageLabel(info.language);
  const first = code.firstLine;
  return element(
    "div",
    { class: "dx-code", "data-language": info.language, "data-copy": "", ...titles(info) },
    [head(info, label), preformatted(lines, info.language)],
    { first, last: code.lastLine },
  );
}

/** For a group of blocks, which turns them into tabs. */
function titles({ title, words }: FenceInfo): Record<string, string> {
  const shown = title || words;
  return shown === "" ? {} : { "data-title": shown };
}

function head({ title }: FenceInfo, label: string): PageNode {
  const pieces: PageNode[] = [];
  if (title !== "") pieces.push(element("span", { class: "dx-code-title" }, [title]));
  if (label !== "") pieces.push(element("span", { class: "dx-code-language" }, [label]));
  return pieces.length === 0 ? "" : element("div", { class: "dx-code-head" }, pieces);
}

function preformatted(lines: MarkedLine[], language: string): PageElement {
  const colours = highlight(
    lines.map(({ text }) => text),
    language,
  );
  const isMarked = lines.some(({ kind }) => kind !== "");
  const pieces = lines.flatMap(({ kind }, index): PageNode[] => {
    const end = index < lines.length - 1 ? "\n" : "";
    const line = colours[index] ?? [];
    if (!isMarked) return [...line, end];
    const css = kind === "" ? "dx-line" : `dx-line dx-line-${kind}`;
    return [element("span", { class: css }, [...line, end])];
  });
  return element("pre", { tabindex: "0" }, [element("code", {}, pieces)]);
}
