import { existsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder } from "./temporary-folder.ts";

test("without room in memory the files go where temporary files go", () => {
  const folder = makeTemporaryFolder("/nowhere");
  expect(folder).toMatchObject({ isInMemory: false });
  expect(dirname(folder.path)).toBe(tmpdir());
  expect(statSync(folder.path).mode & 0o777).toBe(0o755);
  folder.remove();
  expect(existsSync(folder.path)).toBe(false);
});
