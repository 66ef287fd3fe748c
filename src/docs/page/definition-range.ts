import type { Range } from "./region.ts";

const longestTitle = 2_000;
const title =
  /^[ \t]*(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\))[ \t]*(?:\n|$)/;

/**
 * The whole lines of the definition whose target is given, with its title, which may stand on lines of its own;
 * undefined when what looks like a title is none, and so the line is no definition.
 */
export function definitionRange(text: string, target: Range): Range | undefined {
  const start = text.lastIndexOf("\n", target.start - 1) + 1;
  const after = text[target.end] === ">" ? target.end + 1 : target.end;
  const lineBreak = text.indexOf("\n", after);
  const lineEnd = lineBreak === -1 ? text.length : lineBreak + 1;
  const isOver = text.slice(after, lineEnd).trim() === "";
  const end = titleEnd(text, isOver ? lineEnd : after);
  if (end !== undefined) return { start, end };
  return isOver ? { start, end: lineEnd } : undefined;
}

function titleEnd(text: string, from: number): number | undefined {
  const found = title.exec(text.slice(from, from + longestTitle))?.[0];
  const isCut = found?.length === longestTitle && from + longestTitle < text.length;
  if (found === undefined || isCut || /\n[ \t]*\n/.test(found)) return undefined;
  return from + found.length;
}
