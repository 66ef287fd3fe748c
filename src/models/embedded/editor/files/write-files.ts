import { count } from "../report.ts";
import {
  type EditState,
  type EditSteps,
  faultOf,
  type ToolCall,
  type ToolResult,
  takeStep,
} from "../steps/edit-state.ts";
import { addFile } from "./edited-docs.ts";

const filesPerStep = 60;
/** The last steps belong to the summary. */
const stepsForSummary = 2;

/** Makes the changes and says which files were changed; what failed is noted in `state.failures`. */
export function* writeFiles(state: EditState, changes: FileChange[]): EditSteps<Set<string>> {
  const written = new Set<string>();
  for (let start = 0; start < changes.length; start += filesPerStep) {
    const batch = changes.slice(start, start + filesPerStep);
    if (state.stepsLeft <= stepsForSummary) {
      for (const { path } of batch) state.failures.set(path, "there was no time left to change it");
      continue;
    }
    const calls = batch.map(changeCall);
    const results = yield* takeStep(state, `Changing ${count(batch.length, "file")}.`, calls);
    const refused = settle(state, batch, results, written);
    const edits = refused.filter((change) => calls[batch.indexOf(change)]?.name === "edit_file");
    if (edits.length === 0 || state.stepsLeft <= stepsForSummary) continue;
    const again = yield* takeStep(state, "Writing those files whole.", edits.map(wholeFile));
    settle(state, edits, again, written);
  }
  return written;
}

/** Notes how each change went and hands back those that were refused. */
function settle(
  state: EditState,
  batch: FileChange[],
  results: ToolResult[],
  written: Set<string>,
): FileChange[] {
  return batch.filter(({ path, after }, index) => {
    const result = results[index];
    if (result?.error !== undefined || result === undefined) {
      state.failures.set(path, faultOf(result));
      return true;
    }
    state.failures.delete(path);
    state.files.set(path, after);
    addFile(state.docs, path);
    written.add(path);
    return false;
  });
}

function wholeFile({ path, after }: FileChange): ToolCall {
  return { name: "write_file", input: { path, content: after } };
}

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
