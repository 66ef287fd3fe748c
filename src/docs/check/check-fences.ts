import { closesFence, type Fence, openFence } from "../page/fence.ts";
import { readFrontMatter } from "../page/front-matter.ts";
import type { Found } from "./found.ts";

type Open = Fence & { line: number; indent: number; first: string; body: string[] };

const longestSubject = 2_000;

export type FenceCheck = {
  path: string;
  content: string;
  /** Whether a block has to name its language. */
  needsLanguage: boolean;
};

/** Code blocks that nothing closes, or that name no language. */
export function checkFences({ path, content, needsLanguage }: FenceCheck): Found[] {
  if (!/```|~~~/.test(content)) return [];
  const lines = content
    .replace(/^\uFEFF/, "")
    .replaceAll("\r", "")
    .split("\n");
  const found: Found[] = [];
  let open: Open | undefined;
  for (let index = readFrontMatter(content).lineCount; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const isLeft = open?.isQuoted && !line.trimStart().startsWith(">");
    if (open !== undefined && isLeft) {
      found.push(unclosed(path, open));
      open = undefined;
    }
    if (open === undefined) {
      open = opened(line, index + 1);
      continue;
    }
    if (!closes(line, open)) {
      open.body.push(line);
      continue;
    }
    if (needsLanguage && infoOf(open) === "") found.push(nameless(path, open));
    open = undefined;
  }
  return open === undefined ? found : [...found, unclosed(path, open)];
}

function opened(line: string, number: number): Open | undefined {
  const fence = openFence(line);
  if (fence === undefined) return undefined;
  const indent = line.indexOf(fence.marker.repeat(fence.length));
  return { ...fence, line: number, indent, first: line, body: [] };
}

/** A fence that stands deeper than the block is shown in it, as blocks about Markdown do. */
function closes(line: string, open: Open): boolean {
  return closesFence(line, open) && (open.isQuoted || indentOf(line) < open.indent + 4);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function infoOf({ first, marker, length }: Open): string {
  const marks = marker.repeat(length);
  return first.slice(first.indexOf(marks) + length).trim();
}

function unclosed(path: string, open: Open): Found {
  const marks = open.marker.repeat(open.length);
  const message = `this code block is not closed; end it with a line of ${marks}`;
  const subjects = [`open ${open.first.trim()} ${open.body[0] ?? ""}`.slice(0, longestSubject)];
  return { check: "fence", path, line: open.line, message, subjects };
}

function nameless(path: string, open: Open): Found {
  const message = "this code block names no language; write one behind its first mark, or text";
  const subjects = [open.body.join("\n").slice(0, longestSubject)];
  return { check: "fence", path, line: open.line, message, subjects };
}
