import { expect, test } from "vitest";
import { plainText } from "./terminal-text.ts";

test("escape sequences, bells and returns do not reach the terminal", () => {
  expect(plainText("a\x1b[2Jb\x07c\rd\x9be\x7f\0")).toBe("a[2Jbcde");
});

test("line ends, tabs and every other character stay", () => {
  expect(plainText("é\t日本 🙂\n…")).toBe("é\t日本 🙂\n…");
});
