import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../../test/make-tree.ts";
import { openDataFolder } from "./data-folder.ts";

test("a new data folder, and every folder made on the way, is its owner's alone", async () => {
  const { root } = await makeTree({});
  const path = join(root, "deep", "data");
  const folder = openDataFolder(path);
  expect(folder).toEqual({
    path,
    mirrors: join(path, "mirrors"),
    indexes: join(path, "indexes"),
    repositories: join(path, "repositories"),
    secretKey: join(path, "secret.key"),
  });
  expect(await modeOf(path)).toBe(0o700);
  expect(await modeOf(join(root, "deep"))).toBe(0o700);
});

test("a folder that others could read is closed to them", async () => {
  const { root } = await makeTree({});
  const path = join(root, "data");
  await mkdir(path);
  await chmod(path, 0o755);
  openDataFolder(path);
  expect(await modeOf(path)).toBe(0o700);
});

test("a folder in a repository is ignored by git, unless somebody has decided otherwise", async () => {
  const { root } = await makeTree({});
  const file = join(openDataFolder(join(root, "data")).path, ".gitignore");
  expect(await readFile(file, "utf8")).toBe("*\n");
  await writeFile(file, "!*\n");
  openDataFolder(join(root, "data"));
  expect(await readFile(file, "utf8")).toBe("!*\n");
});

test("a path that is a file is refused with a sentence", async () => {
  const { root } = await makeTree({});
  const path = join(root, "data");
  await writeFile(path, "");
  expect(() => openDataFolder(path)).toThrow(
    `The data folder ${path} cannot be used (EEXIST): choose another with --data.`,
  );
});

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}
