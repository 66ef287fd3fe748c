import { UnifiedHunk } from "../../change/unified-hunk.tsx";
import { type Edit, editHunks } from "./edit-hunks.ts";

/** An edit reads best as what it takes out and what it puts in. */
export function EditDiff({ edit }: { edit: Edit }) {
  const { hunks, note } = editHunks(edit);
  return (
    <>
      {hunks.map((hunk) => (
        <div key={hunk.header}>
          {hunk.header !== "Edit" && <p className="soft">{hunk.header}</p>}
          <div className="diff-body diff-edit">
            <table>
              <UnifiedHunk hunk={hunk} path={edit.path} />
            </table>
          </div>
        </div>
      ))}
      {note && <p className="soft">{note}</p>}
    </>
  );
}
