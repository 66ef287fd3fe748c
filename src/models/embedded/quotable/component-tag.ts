import { readTag } from "../../../docs/page/markup/read-tag.ts";

export type ComponentTag = {
  name: string;
  attributes: Map<string, string>;
  kind: "open" | "close" | "whole";
  /** Text after the tag on its last line. */
  rest: string;
  /** Index of the line after the tag. */
  next: number;
};

/** The MDX component tag that begins on this line, which may run over several lines. Nothing is evaluated. */
export function componentTag(lines: string[], start: number): ComponentTag | undefined {
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
