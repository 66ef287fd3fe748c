import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { join } from "node:path";
import type { DocsFiles } from "../agent/checks/docs-files.ts";
import { runGit } from "../git/git.ts";

const atOnce = 64;
const maxBytes = 2 * 1024 * 1024;

/** The files of a work tree as they are on disk, what nobody has committed included. Ignored files are left out. */
export async function workTreeFiles(top: string): Promise<DocsFiles> {
  const listed: { path: string; readable: boolean }[] = [];
  const paths = await listPaths(top);
  for (let start = 0; start < paths.length; start += atOnce) {
    const batch = paths.slice(start, start + atOnce);
    const kinds = await Promise.all(batch.map((path) => lstat(join(top, path)).catch(() => null)));
    for (const [index, path] of batch.entries()) {
      const kind = kinds[index];
      if (kind && !kind.isDirectory()) listed.push({ path, readable: kind.isFile() });
    }
  }
  return { list: () => listed, readEach: (wanted) => readEach(top, wanted) };
}

async function listPaths(top: string): Promise<string[]> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = await runGit(args, { cwd: top, maxOutputBytes: 256 * 1024 * 1024 });
  return [...new Set(stdout.toString("utf8").split("\0"))].filter((path) => path !== "").sort();
}

async function* readEach(top: string, paths: string[]) {
  for (const path of paths) {
    const content = await readText(join(top, path));
    if (content !== undefined) yield { path, content };
  }
}

/** undefined for a file that is gone, a link, too long or no text. */
async function readText(path: string): Promise<string | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    if (size > maxBytes) return undefined;
    const content = await file.readFile();
    return content.includes(0) || !isUtf8(content) ? undefined : content.toString("utf8");
  } finally {
    await file.close();
  }
}
