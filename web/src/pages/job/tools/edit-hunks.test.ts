import { expect, test } from "vitest";
import { editHunks, editOf } from "./edit-hunks.ts";

test("one change is one hunk of what goes and what comes", () => {
  expect(hunksOf({ path: "a.md", old: "one\ntwo", new: "three" })).toEqual({
    hunks: [{ header: "Edit", lines: [removed("one"), removed("two"), added("three")] }],
    note: "",
  });
});

test("several changes are numbered, and say where they touch every occurrence", () => {
  const edits = [
    { old: "a", new: "b", replaceAll: true },
    { old: "c", new: "" },
  ];
  expect(hunksOf({ path: "a.md", edits })?.hunks).toEqual([
    { header: "Edit 1 of 2, every occurrence", lines: [removed("a"), added("b")] },
    { header: "Edit 2 of 2", lines: [removed("c")] },
  ]);
});

test("long edits are cut, and what is not shown is counted", () => {
  const long = Array(399).fill("x").join("\n");
  const edits = [{ old: "a", new: "b" }, { old: long, new: "y" }, { old: "c", new: "d" }, "…"];
  const shown = hunksOf({ path: "a.md", edits });
  expect(shown?.hunks.map(({ lines }) => lines.length)).toEqual([2, 398]);
  expect(shown?.hunks[1]?.header).toBe("Edit 2 of 4, the first 398 lines");
  expect(shown?.note).toBe("2 more edits not shown");
});

test.each([
  undefined,
  "x",
  {},
  { path: "a.md" },
  { path: "a.md", old: "x" },
  { path: "a.md", edits: [] },
  { path: "a.md", edits: "x" },
  { path: "a.md", edits: [null, { old: 1 }] },
  { path: "a.md", old: "x", new: "y", edits: [{ old: "x", new: "y" }] },
])("input %j is no edit", (input) => {
  expect(editOf("edit_file", input)).toBeUndefined();
});

test("another tool is no edit", () => {
  expect(editOf("write_file", { path: "a.md", old: "x", new: "y" })).toBeUndefined();
});

function hunksOf(input: unknown) {
  const edit = editOf("edit_file", input);
  return edit && editHunks(edit);
}

function removed(text: string) {
  return { kind: "removed", text, oldLine: null, newLine: null };
}

function added(text: string) {
  return { kind: "added", text, oldLine: null, newLine: null };
}
