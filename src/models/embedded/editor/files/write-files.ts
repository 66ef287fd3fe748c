import { count } from "../report/wording.ts";
import { type EditState, takeStep } from "../steps/edit-state.ts";
import type { EditSteps, ToolCall, ToolResult } from "../steps/edit-steps.ts";
import { faultOf } from "../steps/tool-output.ts";
import { changeCall, type FileChange } from "./change-call.ts";
import { addFile } from "./docs-tree.ts";

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
    addFile(state.tree, path);
    written.add(path);
    return false;
  });
}

function wholeFile({ path, after }: FileChange): ToolCall {
  return { name: "write_file", input: { path, content: after } };
}
