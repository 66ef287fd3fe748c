import type { Hunk } from "../change/diff-rows.ts";
import { UnifiedHunk } from "../change/unified-hunk.tsx";
import { isRecord } from "./summarise-tool.ts";

export type Edit = { path: string; before: string; after: string };

const mostLines = 400;

/** An edit reads best as what it takes out and what it puts in. */
export function EditDiff({ edit }: { edit: Edit }) {
  const lines: Hunk["lines"] = [
    ...edit.before.split("\n").map((text) => ({ kind: "removed" as const, text })),
    ...edit.after.split("\n").map((text) => ({ kind: "added" as const, text })),
  ].map((line) => ({ ...line, oldLine: null, newLine: null }));
  const header = lines.length > mostLines ? `The first ${mostLines} lines` : "Edit";
  return (
    <div className="diff-body diff-edit">
      <table>
        <UnifiedHunk hunk={{ header, lines: lines.slice(0, mostLines) }} path={edit.path} />
      </table>
    </div>
  );
}

export function editOf(name: string, input: unknown): Edit | undefined {
  if (name !== "edit_file" || !isRecord(input)) return undefined;
  const { path, old: before, new: after } = input;
  const isEdit =
    typeof path === "string" && typeof before === "string" && typeof after === "string";
  return isEdit ? { path, before, after } : undefined;
}
