import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Writes a path-to-text map into a new folder that is removed when the running test ends. */
export async function makeTree(files: Record<string, string>): Promise<{ root: string }> {
  const root = await mkdtemp(join(tmpdir(), "docent-tree-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return { root };
}
