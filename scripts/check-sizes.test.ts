import { expect, test } from "vitest";
import { makeTree } from "../test/make-tree.ts";
import { checkSizes } from "./check-sizes.ts";

test("a source file of 501 lines is a fault and one of 500 lines is not", async () => {
  const { root } = await makeTree({
    "src/long.ts": "x();\n".repeat(501),
    "src/full.ts": "x();\n".repeat(500),
    "web/src/long.tsx": "x();\n".repeat(500).concat("x();"),
  });
  expect(checkSizes(root)).toEqual([
    { file: "src/long.ts", line: 501, reason: "has 501 lines; the limit is 500" },
    { file: "web/src/long.tsx", line: 501, reason: "has 501 lines; the limit is 500" },
  ]);
});

test("tests and files outside the source folders may be longer", async () => {
  const { root } = await makeTree({
    "src/long.test.ts": "x();\n".repeat(600),
    "docs/long.md": "x\n".repeat(600),
  });
  expect(checkSizes(root)).toEqual([]);
});

test("a folder of 26 files is a fault, and tests do not count", async () => {
  const numbers = Array.from({ length: 25 }, (_, index) => index);
  const { root } = await makeTree({
    ...Object.fromEntries(numbers.map((number) => [`src/full/a${number}.ts`, ""])),
    "src/full/a1.test.ts": "",
    ...Object.fromEntries(numbers.map((number) => [`src/more/a${number}.ts`, ""])),
    "src/more/b.ts": "",
  });
  expect(checkSizes(root)).toEqual([
    { file: "src/more", line: 1, reason: "holds 26 files; the limit is 25" },
  ]);
});
