import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { buildFolder } from "./build-folder.ts";

let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "docent-build-"));
  return () => rm(parent, { recursive: true, force: true });
});

const fillWith = (text: string) => async (folder: string) => {
  await mkdir(folder);
  await writeFile(join(folder, "file"), text);
};

test("a folder that fails half way leaves nothing behind", async () => {
  const failing = buildFolder(join(parent, "a"), async (folder) => {
    await fillWith("half")(folder);
    throw new Error("disk full");
  });
  await expect(failing).rejects.toThrow("disk full");
  expect(await readdir(parent)).toEqual([]);
});

test("of two builders of one folder the first one's work stays", async () => {
  await Promise.all([
    buildFolder(join(parent, "a"), fillWith("same")),
    buildFolder(join(parent, "a"), fillWith("same")),
  ]);
  expect(await readdir(parent)).toEqual(["a"]);
});

test("a replaced folder holds only the new content", async () => {
  await buildFolder(join(parent, "a"), fillWith("old"));
  await writeFile(join(parent, "a", "stale"), "");
  await buildFolder(join(parent, "a"), fillWith("new"), { replace: true });
  expect(await readdir(join(parent, "a"))).toEqual(["file"]);
  expect(await readFile(join(parent, "a", "file"), "utf8")).toBe("new");
  expect(await readdir(parent)).toEqual(["a"]);
});

test("what a killed builder left is removed after an hour, not before", async () => {
  await mkdir(join(parent, "a.building-old"));
  await utimes(join(parent, "a.building-old"), 0, 0);
  await mkdir(join(parent, "a.building-fresh"));
  await buildFolder(join(parent, "a"), fillWith("x"));
  expect((await readdir(parent)).sort()).toEqual(["a", "a.building-fresh"]);
});
