import { expect, test } from "vitest";
import { plainText, table } from "./terminal-text.ts";

test("escape sequences, bells and returns do not reach the terminal", () => {
  expect(plainText("a\x1b[2Jb\x07c\rd\x9be\x7f\0")).toBe("a[2Jbcde");
});

test("line ends, tabs and every other character stay", () => {
  expect(plainText("é\t日本 🙂\n…")).toBe("é\t日本 🙂\n…");
});

test("a table is as wide as the terminal at most, and whole where it is none", () => {
  const rows = [["key_1", "a label that goes on and on"]];
  expect(table(["ID", "LABEL"], rows, 20).split("\n")).toEqual([
    "ID     LABEL",
    "key_1  a label that…",
  ]);
  expect(table(["ID", "LABEL"], rows)).toContain("on and on");
});
