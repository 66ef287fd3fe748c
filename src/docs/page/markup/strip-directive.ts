import { closesFence, type Fence } from "../fence.ts";
import { emitLine, lineAt, lineNumber, maxOpenComponents, type Pass } from "./strip-pass.ts";

const textDirectives = new Set(
  "admonition note tip hint important warning caution danger attention error seealso todo versionadded versionchanged versionremoved deprecated dropdown details card card-carousel grid grid-item grid-item-card tab-set tab-item tabs tab epigraph pull-quote highlights topic sidebar margin aside figure list-table glossary div container rubric exercise solution proof theorem definition example remark".split(
    " ",
  ),
);
const silentDirectives = new Set(
  "toctree tableofcontents contents bibliography raw image include literalinclude index only".split(
    " ",
  ),
);

/** Directives between colons (`:::note[Title]`, `::: details Title`, `:::{tip}`) and slashes (`/// note | Title`). */
export function stripDirective(pass: Pass, line: string): boolean {
  const content = line.trimStart();
  if (!content.startsWith("::")) return content.startsWith("///") && stripSlashes(pass, content);
  const isLeaf = !content.startsWith(":::");
  if (isLeaf && !/^::[a-z][\w-]*[[{]/i.test(content)) return false;
  const before = isLeaf ? line.slice(0, line.length - content.length) : "";
  const title = titleOf(content);
  emitLine(pass, title === "" ? "" : `${before}${title}  `);
  if (/^:{3,}[ \t]*\{[\w:-]+\}/.test(content)) skipOptions(pass);
  return true;
}

/** ```` ```{note} Title ````: what it holds is text. Other names in braces are languages, and their fences are code. */
export function openTextFence(pass: Pass, line: string, fence: Fence): boolean {
  const match = /^\s*(?:`{3,}|~{3,})[ \t]*\{([A-Za-z][\w-]{0,40})\}(.*)$/.exec(line);
  const name = match?.[1]?.toLowerCase() ?? "";
  const isSilent = silentDirectives.has(name);
  if (!isSilent && !textDirectives.has(name)) return false;
  if (isSilent) {
    dropFence(pass, fence);
    return true;
  }
  if (pass.textFences.length >= maxOpenComponents) return false;
  pass.textFences.push({ ...fence, line: lineNumber(pass) });
  const title = name === "figure" ? "" : argumentText(match?.[2] ?? "");
  emitLine(pass, title === "" ? "" : `${title}  `);
  skipOptions(pass);
  pass.previous = pass.lastLineHasText ? "text" : "blank";
  return true;
}

export function closeTextFence(pass: Pass, line: string): boolean {
  const open = pass.textFences.at(-1);
  if (open === undefined || !closesFence(line, open)) return false;
  pass.textFences.pop();
  emitLine(pass, "");
  pass.previous = "blank";
  return true;
}

function titleOf(line: string): string {
  const directive = /^:+[ \t]*(?:\{([\w:-]+)\}|[\w-]*)[ \t]*(.*)$/.exec(line.trimEnd());
  const name = directive?.[1]?.toLowerCase() ?? "";
  if (silentDirectives.has(name) || name === "figure") return "";
  const rest = directive?.[2] ?? "";
  if (rest.startsWith("[")) {
    const attributes = rest.indexOf("]{");
    const close = attributes === -1 ? rest.lastIndexOf("]") : attributes;
    return close === -1 ? rest.slice(1).trim() : rest.slice(1, close).trim();
  }
  const attributes = /^\{[^{}]{0,500}\}/.exec(rest)?.[0];
  if (attributes === undefined) return argumentText(rest);
  const title = /[\s{]title\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)')/.exec(attributes);
  return (title?.[1] ?? title?.[2] ?? rest.slice(attributes.length)).trim();
}

/** The numbers after a grid are its columns, not words. */
function argumentText(rest: string): string {
  const text = rest.trim();
  return /^[\d\s]*$/.test(text) ? "" : text;
}

function stripSlashes(pass: Pass, content: string): boolean {
  const match = /^\/{3,}(?:[ \t]*|[ \t]+[a-z][\w-]*[ \t]*(?:\|(.*))?)$/.exec(content);
  if (match === null) return false;
  const title = match[1]?.trim() ?? "";
  emitLine(pass, title === "" ? "" : `${title}  `);
  return true;
}

/** `:class: tip` and the lines like it right below a directive say how it looks. */
function skipOptions(pass: Pass): void {
  while (pass.at < pass.text.length && /^\s*:[\w-]{1,40}:(?:[ \t]|$)/.test(lineAt(pass))) {
    emitLine(pass, "");
  }
}

function dropFence(pass: Pass, fence: Fence): void {
  emitLine(pass, "");
  pass.previous = "blank";
  while (pass.at < pass.text.length) {
    const line = lineAt(pass);
    emitLine(pass, "");
    if (closesFence(line, fence)) return;
  }
}
