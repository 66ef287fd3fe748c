import { expect, test } from "vitest";
import { makeTree } from "../test/make-tree.ts";
import { checkSizes } from "./check-sizes.ts";

test("a source file of 301 lines is a fault and one of 300 lines is not", async () => {
  const { root } = await makeTree({
    "src/long.ts": "x();\n".repeat(301),
    "src/full.ts": "x();\n".repeat(300),
    "web/src/long.tsx": "x();\n".repeat(300).concat("x();"),
  });
  expect(checkSizes(root)).toEqual([
    { file: "src/long.ts", line: 301, reason: "has 301 lines; the limit is 300" },
    { file: "web/src/long.tsx", line: 301, reason: "has 301 lines; the limit is 300" },
  ]);
});

test("tests and files outside the source folders may be longer", async () => {
  const { root } = await makeTree({
    "src/long.test.ts": "x();\n".repeat(400),
    "docs/long.md": "x\n".repeat(400),
  });
  expect(checkSizes(root)).toEqual([]);
});
