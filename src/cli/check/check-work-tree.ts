import { isUtf8 } from "node:buffer";
import { constants, type Stats } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { join } from "node:path";
import type { DocsFiles } from "../../docs/tree/docs-files.ts";
import { runGit } from "../../git/run/git.ts";

const atOnce = 64;
const maxBytes = 2 * 1024 * 1024;

/** The files of a work tree as they are on disk, what nobody has committed included. Ignored files are left out. */
export async function workTreeFiles(top: string): Promise<DocsFiles> {
  const listed: { path: string; readable: boolean }[] = [];
  const names = await listNames(top);
  for (let start = 0; start < names.length; start += atOnce) {
    const batch = names.slice(start, start + atOnce);
    const kinds = await Promise.all(batch.map((name) => kindOf(top, name)));
    for (const [index, name] of batch.entries()) {
      const kind = kinds[index];
      if (!kind || kind.isDirectory()) continue;
      listed.push({ path: name.toString("utf8"), readable: kind.isFile() && isUtf8(name) });
    }
  }
  listed.sort((one, other) => (one.path < other.path ? -1 : Number(one.path > other.path)));
  return { list: () => listed, readEach: (wanted) => readEach(top, wanted) };
}

/** As bytes: a file whose name is not UTF-8 is found under no other. */
async function listNames(top: string): Promise<Buffer[]> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = await runGit(args, { cwd: top, maxOutputBytes: 256 * 1024 * 1024 });
  const names = new Set(stdout.toString("latin1").split("\0"));
  return [...names].filter((name) => name !== "").map((name) => Buffer.from(name, "latin1"));
}

async function kindOf(top: string, name: Buffer): Promise<Stats | undefined> {
  return lstat(Buffer.concat([Buffer.from(`${top}/`), name])).catch(() => undefined);
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
