import { expect, test } from "vitest";
import { changeCall } from "./write-files.ts";

const long = Array.from({ length: 40 }, (_, index) => `line ${index}`).join("\n");

test("a new file is written whole", () => {
  expect(changeCall({ path: "a.md", before: undefined, after: "x" })).toEqual({
    name: "write_file",
    input: { path: "a.md", content: "x" },
  });
});

test("a small change is one edit", () => {
  const after = long.replace("line 20", "line twenty");
  expect(changeCall({ path: "a.md", before: long, after })).toEqual({
    name: "edit_file",
    input: { path: "a.md", old: "line 20", new: "line twenty" },
  });
});

test("an edit takes lines around it until it is the only such place", () => {
  const before = `x\n${long}\nx\n`;
  const { name, input } = changeCall({ path: "a.md", before, after: `${before}y\n` });
  expect(name).toBe("edit_file");
  expect(before.split(String(input.old))).toHaveLength(2);
  expect(before.replace(String(input.old), String(input.new))).toBe(`${before}y\n`);
});

test("a large change writes the file whole", () => {
  const after = long.replaceAll("line", "row");
  expect(changeCall({ path: "a.md", before: long, after }).name).toBe("write_file");
});
