import { count } from "../report/wording.ts";
import { type Desk, turn } from "../steps/edit-state.ts";
import type { Script, ToolCall, ToolResult } from "../steps/edit-steps.ts";
import { faultOf } from "../steps/tool-output.ts";
import { changeCall, type FileChange } from "./change-call.ts";
import { addFile } from "./docs-tree.ts";

const filesPerTurn = 60;
/** The last steps belong to the summary. */
const turnsForSummary = 2;

/** Makes the changes and says which files were changed; what failed is noted in `desk.failures`. */
export function* writeFiles(desk: Desk, changes: FileChange[]): Script<Set<string>> {
  const written = new Set<string>();
  for (let start = 0; start < changes.length; start += filesPerTurn) {
    const batch = changes.slice(start, start + filesPerTurn);
    if (desk.turnsLeft <= turnsForSummary) {
      for (const { path } of batch) desk.failures.set(path, "there was no time left to change it");
      continue;
    }
    const calls = batch.map(changeCall);
    const results = yield* turn(desk, `Changing ${count(batch.length, "file")}.`, calls);
    const refused = settle(desk, batch, results, written);
    const edits = refused.filter((change) => calls[batch.indexOf(change)]?.name === "edit_file");
    if (edits.length === 0 || desk.turnsLeft <= turnsForSummary) continue;
    const again = yield* turn(desk, "Writing those files whole.", edits.map(wholeFile));
    settle(desk, edits, again, written);
  }
  return written;
}

/** Notes how each change went and hands back those that were refused. */
function settle(
  desk: Desk,
  batch: FileChange[],
  results: ToolResult[],
  written: Set<string>,
): FileChange[] {
  return batch.filter(({ path, after }, index) => {
    const result = results[index];
    if (result?.error !== undefined || result === undefined) {
      desk.failures.set(path, faultOf(result));
      return true;
    }
    desk.failures.delete(path);
    desk.files.set(path, after);
    addFile(desk.tree, path);
    written.add(path);
    return false;
  });
}

function wholeFile({ path, after }: FileChange): ToolCall {
  return { name: "write_file", input: { path, content: after } };
}
