import { lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../../test/make-tree.ts";
import { writePrivately } from "./write-privately.ts";

test("the file is for its owner alone, also where another one was open to all", async () => {
  const { root } = await makeTree({});
  const path = join(root, ".env");
  writeFileSync(path, "A=1\n", { mode: 0o644 });
  await writePrivately(path, "B=2\n", "--file");
  expect(readFileSync(path, "utf8")).toBe("B=2\n");
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.skipIf(process.platform === "win32")(
  "a link stays one: what it leads to is written, with the rights that it has",
  async () => {
    const { root } = await makeTree({});
    const [path, shared] = [join(root, ".env"), join(root, "shared.env")];
    writeFileSync(shared, "A=1\n", { mode: 0o640 });
    symlinkSync("shared.env", path);
    await writePrivately(path, "B=2\n", "--file");
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(shared, "utf8")).toBe("B=2\n");
    expect(statSync(shared).mode & 0o777).toBe(0o640);
    expect(await readdir(root)).toEqual(expect.not.arrayContaining([expect.stringMatching(/\d$/)]));
  },
);

test.skipIf(process.platform === "win32")("a link to nowhere is refused", async () => {
  const { root } = await makeTree({});
  const path = join(root, ".env");
  symlinkSync("gone.env", path);
  await expect(writePrivately(path, "B=2\n", "--file")).rejects.toThrow("is a link to a file");
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
});
