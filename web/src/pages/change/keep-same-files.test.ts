import { expect, test } from "vitest";
import { type ChangeDetail, changeDetail } from "../../../../src/contract/changes.ts";
import { keepSameFiles } from "./keep-same-files.ts";

function detail(...texts: string[]): ChangeDetail {
  const at = "2026-01-01T00:00:00.000Z";
  return changeDetail.parse({
    change: {
      ...{ number: 1, title: "T", body: "", draft: false, state: "open", head: "h", base: "b" },
      ...{ headCommit: "c", checks: [], sessionId: "", url: "", createdAt: at, updatedAt: at },
    },
    files: texts.map((text, index) => ({
      ...{ path: `${index}.md`, oldPath: `${index}.md`, status: "modified", binary: false },
      ...{ additions: 1, deletions: 0 },
      hunks: [
        { header: "@@ -1 +1 @@", lines: [{ kind: "added", text, oldLine: null, newLine: 1 }] },
      ],
    })),
    ...{ truncated: false, conflicts: [], comments: [], proof: null, groupId: "" },
  });
}

test("files that stay as they were stay the same objects", () => {
  const before = detail("one", "two");
  expect(keepSameFiles(before, detail("one", "two")).files).toBe(before.files);
  const after = keepSameFiles(before, detail("one", "new words"));
  expect(after.files[0]).toBe(before.files[0]);
  expect(after.files[1]?.hunks[0]?.lines[0]?.text).toBe("new words");
});
