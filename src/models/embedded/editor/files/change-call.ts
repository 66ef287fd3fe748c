import type { ToolCall } from "../steps/edit-steps.ts";

/** A file to be written; `before` is its text so far, undefined for a new one. */
export type FileChange = { path: string; before: string | undefined; after: string };

/** The smallest call that makes the change: one edit where it is a small part of the file, else the whole file. */
export function changeCall({ path, before, after }: FileChange): ToolCall {
  const edit = before === undefined ? undefined : editOf(before, after);
  if (edit !== undefined) return { name: "edit_file", input: { path, ...edit } };
  return { name: "write_file", input: { path, content: after } };
}

const mostContext = 50;

function editOf(before: string, after: string): { old: string; new: string } | undefined {
  const oldLines = before.split("\n");
  const newLines = after.split("\n");
  const shorter = Math.min(oldLines.length, newLines.length);
  let head = 0;
  while (head < shorter && oldLines[head] === newLines[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && oldLines.at(-1 - tail) === newLines.at(-1 - tail)) tail += 1;
  for (let added = 0; added <= mostContext; added += 1) {
    const old = oldLines.slice(head, oldLines.length - tail).join("\n");
    if (old.length * 2 > before.length) return undefined;
    const text = newLines.slice(head, newLines.length - tail).join("\n");
    if (old.trim() !== "" && old !== text && isOnce(before, old)) return { old, new: text };
    if (head > 0) head -= 1;
    else if (tail > 0) tail -= 1;
    else return undefined;
  }
  return undefined;
}

function isOnce(text: string, part: string): boolean {
  const first = text.indexOf(part);
  return first !== -1 && text.indexOf(part, first + 1) === -1;
}
