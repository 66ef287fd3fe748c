import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildKernel, kernelFolder, kernelNames } from "./build-kernels.ts";

test.each(kernelNames)("the bytes of kernel %s are those its text gives", async (name) => {
  const committed = readFileSync(join(kernelFolder, `${name}.wasm`));
  expect(committed.equals(await buildKernel(name))).toBe(true);
});

test("every kernel's text is built", () => {
  const texts = readdirSync(kernelFolder).filter((file) => file.endsWith(".wat"));
  expect(texts.sort()).toEqual(kernelNames.map((name) => `${name}.wat`));
});
