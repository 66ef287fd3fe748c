import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../test/make-tree.ts";
import { processorTime } from "./processor-time.ts";

test("the processor's time of all that was started is read from the system, whatever a process is called", async () => {
  const before = "S 1 42 42 0 -1 4194304 1 2 3 4 500 60";
  const { root } = await makeTree({ stat: `42 (a) (b c) ${before} 106700 43800 20 0 7 0 1 2\n` });
  expect(processorTime(join(root, "stat"))).toBe(
    "Processor: 1067 s in programs, 438 s in the system.",
  );
});

test("a system that does not say leaves the line out", () => {
  expect(processorTime("/nowhere/stat")).toBeUndefined();
});
