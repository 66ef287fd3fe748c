import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../test/make-tree.ts";
import { findChromium } from "./find-chromium.ts";

async function folderWith(name: string): Promise<{ folder: string; program: string }> {
  const { root } = await makeTree({ [name]: "#!/bin/sh\n" });
  const program = join(root, name);
  await chmod(program, 0o755);
  return { folder: root, program };
}

test("the earlier name wins, wherever on PATH it stands", async () => {
  const chrome = await folderWith("google-chrome");
  const chromium = await folderWith("chromium");
  const found = findChromium({ PATH: `${chrome.folder}::${chromium.folder}` });
  expect(found).toBe(chromium.program);
});

test("a headless shell is taken before a whole browser", async () => {
  const { root } = await makeTree({ chromium: "", "chromium-headless-shell": "" });
  const shell = join(root, "chromium-headless-shell");
  for (const program of [join(root, "chromium"), shell]) await chmod(program, 0o755);
  expect(findChromium({ PATH: root })).toBe(shell);
});

test("a file that cannot be run is no browser", async () => {
  const { root } = await makeTree({ chromium: "" });
  expect(findChromium({ PATH: root })).toBeUndefined();
});

test("CHROMIUM_PATH is taken at its word", async () => {
  const chromium = await folderWith("chromium");
  const own = await folderWith("own-browser");
  const found = findChromium({ PATH: chromium.folder, CHROMIUM_PATH: own.program });
  expect(found).toBe(own.program);
  const missing = { PATH: chromium.folder, CHROMIUM_PATH: join(own.folder, "missing") };
  expect(findChromium(missing)).toBeUndefined();
});
